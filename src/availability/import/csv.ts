// Tables as spreadsheets save them: separated by comma, semicolon or tab, quoted where that is needed.

export interface CsvRow {
  /** Where it begins in the file, from 1. */
  line: number;
  cells: string[];
}

const separators = [",", ";", "\t"];

/** The first line says what separates the others. Empty lines are left out. */
export function csvRows(text: string): CsvRow[] {
  const content = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const separator = separatorOf(content.slice(0, content.indexOf("\n") + 1 || undefined));
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let cell = "";
  let isQuoted = false;
  let line = 1;
  const endCell = () => {
    row.cells.push(cell.trim());
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (row.cells.some((each) => each !== "")) rows.push(row);
    row = { line, cells: [] };
  };
  for (let i = 0; i < content.length; i++) {
    const character = content[i]!;
    if (character === "\n") line += 1;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (content[i + 1] === '"') cell += content[(i += 1)];
      else isQuoted = false;
    } else if (character === '"' && cell.trim() === "") {
      cell = "";
      isQuoted = true;
    } else if (character === separator) endCell();
    else if (character === "\n") endRow();
    else cell += character;
  }
  endRow();
  return rows;
}

function separatorOf(head: string): string {
  const plain = head.replaceAll(/"[^"]*"/g, "");
  const countOf = (separator: string) => plain.split(separator).length;
  return separators.toSorted((a, b) => countOf(b) - countOf(a))[0]!;
}
