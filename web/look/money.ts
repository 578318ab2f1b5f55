// Money as the server speaks it, in the currency's smallest unit, and as people read it. How many
// decimals a currency has is known to the browser: none for yen, three for dinars.

const formats = new Map<string, Intl.NumberFormat>();

function formatFor(currency: string, locale: string | undefined): Intl.NumberFormat {
  const name = `${locale} ${currency}`;
  let format = formats.get(name);
  if (!format) {
    format = new Intl.NumberFormat(locale, { style: "currency", currency });
    formats.set(name, format);
  }
  return format;
}

export function decimalsOf(currency: string): number {
  return formatFor(currency, "en").resolvedOptions().maximumFractionDigits ?? 2;
}

export function moneyText(minor: number, currency: string, locale?: string): string {
  return formatFor(currency, locale).format(minor / 10 ** decimalsOf(currency));
}

/** 4.5 euros are 450. */
export function minorOf(major: number, currency: string): number {
  return Math.round(major * 10 ** decimalsOf(currency));
}

export function majorOf(minor: number, currency: string): number {
  return minor / 10 ** decimalsOf(currency);
}
