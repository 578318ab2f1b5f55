// Every sentence of the waiting room's page, in each language that a room can be shown in. Only the
// server puts them together: the browser gets finished sentences, so that a language costs it nothing.

import type { WaitRange } from "../wire/types.ts";

export interface RoomWords {
  dir: "ltr" | "rtl";
  heading: Record<RoomKind, string>;
  next: Record<RoomKind, string>;
  yourPlace: string;
  ahead(count: number, written: string): string;
  about(words: string): string;
  unknownWait: string;
  under: string;
  upTo(time: string): string;
  fromTo(from: string, to: string, unit: string): string;
  minutes(count: number): string;
  hours(written: string): string;
  minutesUnit: string;
  hoursUnit: string;
  opensAt(time: string): string;
  message: string;
  lost: string;
  /** The server is there, its database is not. */
  away: string;
  leave: string;
  again: string;
  onward: string;
  steps: [string, string, string];
  draw: string;
  drawBefore: string;
  drawAfter: string;
  proving: string;
  noScript(seconds: number): string;
  needsScript: string;
}

/** What the page is about at this moment. */
export const roomKinds = [
  "before",
  "waiting",
  "paused",
  "admitted",
  "active",
  "leaving",
  "closed",
  "full",
  "busy",
  "challenge",
  "left",
  "cookies",
] as const;

export type RoomKind = (typeof roomKinds)[number];

const en: RoomWords = {
  dir: "ltr",
  heading: {
    before: "You are early",
    waiting: "You are in line",
    paused: "A short pause",
    admitted: "It is your turn",
    active: "You are already in",
    leaving: "Give your place back?",
    closed: "Closed at the moment",
    full: "The line is full",
    busy: "One moment, please",
    challenge: "One moment, please",
    left: "You left the line",
    cookies: "Cookies are needed",
  },
  next: {
    before:
      "At the start everybody who is here gets a place by lot. Being here first is no advantage.",
    waiting: "Keep this page open. When it is your turn, it takes you on by itself.",
    paused: "Nobody is let in for now. You keep your place, and the page goes on by itself.",
    admitted: "Taking you there now.",
    active: "Your place was used in this browser already.",
    leaving: "Then the next visitor can come in.",
    closed: "Nobody can join right now. This page tells you when that changes.",
    full: "As soon as there is room in the line, this page joins it for you.",
    busy: "Very many people are coming from your network. This page tries again by itself.",
    challenge:
      "Your device is doing a small calculation that keeps robots away. It takes a few seconds.",
    left: "Your place has gone to the next person. You can queue again at the end.",
    cookies: "Your place is kept in a cookie. Please allow cookies for this page and reload it.",
  },
  yourPlace: "Your place",
  ahead: (count, written) =>
    count === 0
      ? "You are next"
      : count === 1
        ? "1 person ahead of you"
        : `${written} people ahead of you`,
  about: (words) => `About ${words}`,
  unknownWait: "The wait is being worked out",
  under: "Less than a minute",
  upTo: (time) => `Up to ${time}`,
  fromTo: (from, to, unit) => `${from} to ${to} ${unit}`,
  minutes: (count) => (count === 1 ? "1 minute" : `${count} minutes`),
  hours: (written) => (written === "1" ? "1 hour" : `${written} hours`),
  minutesUnit: "minutes",
  hoursUnit: "hours",
  opensAt: (time) => `It starts at ${time}`,
  message: "News from the organiser",
  lost: "No connection. Trying again; your place is kept for a while.",
  away: "We cannot reach our records now. Your place is safe; this page goes on by itself.",
  leave: "Leave the line",
  again: "Queue again",
  onward: "Go to the site",
  steps: [
    "You wait here. You can use other tabs; reloading the page is fine.",
    "When it is your turn, the page takes you to the site by itself.",
    "You then have a minute to arrive. After that the place goes to the next person.",
  ],
  draw: "How the order was drawn",
  drawBefore:
    "The places are drawn from a secret number. Its fingerprint is published now, the number itself after the draw, so that anybody can check it:",
  drawAfter: "The places were drawn from this number. Its SHA-256 was published before:",
  proving: "Working…",
  noScript: (seconds) => `This page reloads every ${seconds} seconds.`,
  needsScript:
    "This line needs JavaScript to keep robots away. Please turn it on and reload the page.",
};

const de: RoomWords = {
  dir: "ltr",
  heading: {
    before: "Sie sind früh dran",
    waiting: "Sie stehen an",
    paused: "Eine kurze Pause",
    admitted: "Sie sind an der Reihe",
    active: "Sie sind schon drin",
    leaving: "Ihren Platz zurückgeben?",
    closed: "Zurzeit geschlossen",
    full: "Die Schlange ist voll",
    busy: "Einen Moment bitte",
    challenge: "Einen Moment bitte",
    left: "Sie haben die Schlange verlassen",
    cookies: "Cookies werden gebraucht",
  },
  next: {
    before:
      "Zum Beginn werden die Plätze unter allen verlost, die hier sind. Wer zuerst da war, hat keinen Vorteil.",
    waiting: "Lassen Sie diese Seite offen. Wenn Sie an der Reihe sind, geht es von selbst weiter.",
    paused:
      "Im Moment wird niemand eingelassen. Ihr Platz bleibt Ihnen, und es geht von selbst weiter.",
    admitted: "Sie werden jetzt weitergeleitet.",
    active: "Ihr Platz wurde in diesem Browser schon benutzt.",
    leaving: "Dann kann der nächste Besucher hinein.",
    closed: "Zurzeit kann sich niemand anstellen. Diese Seite sagt Ihnen, wenn sich das ändert.",
    full: "Sobald in der Schlange Platz ist, stellt diese Seite Sie an.",
    busy: "Aus Ihrem Netz kommen gerade sehr viele. Diese Seite versucht es von selbst wieder.",
    challenge:
      "Ihr Gerät löst eine kleine Rechenaufgabe, die Roboter fernhält. Das dauert einige Sekunden.",
    left: "Ihr Platz ist frei für die nächste Person. Sie können sich hinten wieder anstellen.",
    cookies:
      "Ihr Platz steht in einem Cookie. Bitte erlauben Sie Cookies für diese Seite und laden Sie sie neu.",
  },
  yourPlace: "Ihr Platz",
  ahead: (count, written) =>
    count === 0
      ? "Sie sind als Nächste dran"
      : count === 1
        ? "1 Person vor Ihnen"
        : `${written} Personen vor Ihnen`,
  about: (words) => `Etwa ${words}`,
  unknownWait: "Die Wartezeit wird berechnet",
  under: "Weniger als eine Minute",
  upTo: (time) => `Bis zu ${time}`,
  fromTo: (from, to, unit) => `${from} bis ${to} ${unit}`,
  minutes: (count) => (count === 1 ? "1 Minute" : `${count} Minuten`),
  hours: (written) => (written === "1" ? "1 Stunde" : `${written} Stunden`),
  minutesUnit: "Minuten",
  hoursUnit: "Stunden",
  opensAt: (time) => `Beginn um ${time}`,
  message: "Nachricht des Veranstalters",
  lost: "Keine Verbindung. Es wird weiter versucht; Ihr Platz bleibt eine Weile erhalten.",
  away: "Wir erreichen unsere Daten gerade nicht. Ihr Platz ist sicher; diese Seite macht von selbst weiter.",
  leave: "Schlange verlassen",
  again: "Neu anstellen",
  onward: "Zur Website",
  steps: [
    "Sie warten hier. Andere Tabs und das Neuladen der Seite schaden nicht.",
    "Wenn Sie an der Reihe sind, bringt Sie die Seite von selbst weiter.",
    "Dann haben Sie eine Minute Zeit. Danach bekommt die nächste Person den Platz.",
  ],
  draw: "Wie die Reihenfolge ausgelost wurde",
  drawBefore:
    "Die Plätze werden aus einer geheimen Zahl ausgelost. Ihr Fingerabdruck steht schon hier, die Zahl selbst nach der Auslosung, damit alle sie prüfen können:",
  drawAfter: "Die Plätze wurden aus dieser Zahl ausgelost. Ihr SHA-256 war vorher veröffentlicht:",
  proving: "Es wird gerechnet …",
  noScript: (seconds) => `Diese Seite lädt alle ${seconds} Sekunden neu.`,
  needsScript:
    "Diese Schlange braucht JavaScript, um Roboter fernzuhalten. Bitte schalten Sie es ein und laden Sie die Seite neu.",
};

const fr: RoomWords = {
  dir: "ltr",
  heading: {
    before: "Vous êtes en avance",
    waiting: "Vous êtes dans la file",
    paused: "Une courte pause",
    admitted: "C’est votre tour",
    active: "Vous êtes déjà entré",
    leaving: "Rendre votre place ?",
    closed: "Fermé pour le moment",
    full: "La file est pleine",
    busy: "Un instant, s’il vous plaît",
    challenge: "Un instant, s’il vous plaît",
    left: "Vous avez quitté la file",
    cookies: "Les cookies sont nécessaires",
  },
  next: {
    before:
      "À l’ouverture, les places sont tirées au sort entre toutes les personnes présentes. Arriver le premier n’est pas un avantage.",
    waiting:
      "Laissez cette page ouverte. Quand ce sera votre tour, elle vous conduira d’elle-même.",
    paused:
      "Personne n’entre pour le moment. Vous gardez votre place, et la page continue d’elle-même.",
    admitted: "Nous vous y conduisons.",
    active: "Votre place a déjà été utilisée dans ce navigateur.",
    leaving: "Le visiteur suivant pourra alors entrer.",
    closed: "On ne peut pas rejoindre la file pour le moment. Cette page vous préviendra.",
    full: "Dès qu’il y aura de la place, cette page vous mettra dans la file.",
    busy: "Beaucoup de personnes arrivent de votre réseau. Cette page réessaie d’elle-même.",
    challenge:
      "Votre appareil fait un petit calcul qui éloigne les robots. Cela prend quelques secondes.",
    left: "Votre place va à la personne suivante. Vous pouvez reprendre la file à la fin.",
    cookies:
      "Votre place est gardée dans un cookie. Autorisez les cookies pour cette page et rechargez-la.",
  },
  yourPlace: "Votre place",
  ahead: (count, written) =>
    count === 0
      ? "Vous êtes le prochain"
      : count === 1
        ? "1 personne devant vous"
        : `${written} personnes devant vous`,
  about: (words) => `Environ ${words}`,
  unknownWait: "Le temps d’attente est en cours de calcul",
  under: "Moins d’une minute",
  upTo: (time) => `Jusqu’à ${time}`,
  fromTo: (from, to, unit) => `${from} à ${to} ${unit}`,
  minutes: (count) => (count === 1 ? "1 minute" : `${count} minutes`),
  hours: (written) => (written === "1" ? "1 heure" : `${written} heures`),
  minutesUnit: "minutes",
  hoursUnit: "heures",
  opensAt: (time) => `Ouverture à ${time}`,
  message: "Message de l’organisateur",
  lost: "Pas de connexion. Nouvel essai en cours ; votre place est gardée un moment.",
  away: "Nos données sont inaccessibles pour le moment. Votre place est gardée ; cette page continue toute seule.",
  leave: "Quitter la file",
  again: "Reprendre la file",
  onward: "Aller sur le site",
  steps: [
    "Vous attendez ici. Vous pouvez utiliser d’autres onglets ou recharger la page.",
    "Quand c’est votre tour, la page vous conduit d’elle-même au site.",
    "Vous avez alors une minute pour arriver. Ensuite la place va à la personne suivante.",
  ],
  draw: "Comment l’ordre a été tiré au sort",
  drawBefore:
    "Les places sont tirées d’un nombre secret. Son empreinte est publiée dès maintenant, le nombre après le tirage, pour que chacun puisse vérifier :",
  drawAfter: "Les places ont été tirées de ce nombre. Son SHA-256 avait été publié avant :",
  proving: "Calcul en cours…",
  noScript: (seconds) => `Cette page se recharge toutes les ${seconds} secondes.`,
  needsScript:
    "Cette file a besoin de JavaScript pour éloigner les robots. Activez-le et rechargez la page.",
};

const es: RoomWords = {
  dir: "ltr",
  heading: {
    before: "Llegas temprano",
    waiting: "Estás en la fila",
    paused: "Una pausa breve",
    admitted: "Es tu turno",
    active: "Ya has entrado",
    leaving: "¿Devolver tu puesto?",
    closed: "Cerrado por ahora",
    full: "La fila está llena",
    busy: "Un momento, por favor",
    challenge: "Un momento, por favor",
    left: "Has salido de la fila",
    cookies: "Se necesitan cookies",
  },
  next: {
    before:
      "Al empezar, los puestos se sortean entre todos los presentes. Llegar antes no es una ventaja.",
    waiting: "Deja esta página abierta. Cuando sea tu turno, te llevará sola.",
    paused: "Por ahora no entra nadie. Conservas tu puesto y la página sigue sola.",
    admitted: "Te llevamos ahora.",
    active: "Tu puesto ya se usó en este navegador.",
    leaving: "Así podrá entrar la siguiente persona.",
    closed: "Ahora nadie puede ponerse en la fila. Esta página te avisará.",
    full: "En cuanto haya sitio, esta página te pondrá en la fila.",
    busy: "Llega mucha gente desde tu red. Esta página lo intenta de nuevo sola.",
    challenge:
      "Tu dispositivo hace un pequeño cálculo que aleja a los robots. Tarda unos segundos.",
    left: "Tu puesto pasa a la siguiente persona. Puedes volver a la fila por el final.",
    cookies: "Tu puesto se guarda en una cookie. Permite las cookies en esta página y recárgala.",
  },
  yourPlace: "Tu puesto",
  ahead: (count, written) =>
    count === 0
      ? "Eres el siguiente"
      : count === 1
        ? "1 persona delante de ti"
        : `${written} personas delante de ti`,
  about: (words) => `Unos ${words}`,
  unknownWait: "Estamos calculando la espera",
  under: "Menos de un minuto",
  upTo: (time) => `Hasta ${time}`,
  fromTo: (from, to, unit) => `${from} a ${to} ${unit}`,
  minutes: (count) => (count === 1 ? "1 minuto" : `${count} minutos`),
  hours: (written) => (written === "1" ? "1 hora" : `${written} horas`),
  minutesUnit: "minutos",
  hoursUnit: "horas",
  opensAt: (time) => `Empieza a las ${time}`,
  message: "Mensaje del organizador",
  lost: "Sin conexión. Lo intentamos de nuevo; tu puesto se guarda un rato.",
  away: "Ahora mismo no podemos acceder a nuestros datos. Tu puesto está a salvo; esta página sigue por sí sola.",
  leave: "Salir de la fila",
  again: "Volver a la fila",
  onward: "Ir al sitio",
  steps: [
    "Esperas aquí. Puedes usar otras pestañas o recargar la página.",
    "Cuando sea tu turno, la página te lleva sola al sitio.",
    "Tienes entonces un minuto para llegar. Después el puesto pasa a la siguiente persona.",
  ],
  draw: "Cómo se sorteó el orden",
  drawBefore:
    "Los puestos se sortean con un número secreto. Su huella se publica ahora y el número después del sorteo, para que cualquiera lo compruebe:",
  drawAfter: "Los puestos se sortearon con este número. Su SHA-256 se publicó antes:",
  proving: "Calculando…",
  noScript: (seconds) => `Esta página se recarga cada ${seconds} segundos.`,
  needsScript:
    "Esta fila necesita JavaScript para alejar a los robots. Actívalo y recarga la página.",
};

const ar: RoomWords = {
  dir: "rtl",
  heading: {
    before: "لقد وصلت مبكرًا",
    waiting: "أنت في الطابور",
    paused: "توقف قصير",
    admitted: "حان دورك",
    active: "لقد دخلت بالفعل",
    leaving: "هل تريد إعادة مكانك؟",
    closed: "مغلق حاليًا",
    full: "الطابور ممتلئ",
    busy: "لحظة من فضلك",
    challenge: "لحظة من فضلك",
    left: "لقد غادرت الطابور",
    cookies: "ملفات تعريف الارتباط مطلوبة",
  },
  next: {
    before: "عند البدء تُوزَّع الأماكن بالقرعة بين جميع الحاضرين. الوصول أولًا لا يمنح أفضلية.",
    waiting: "أبقِ هذه الصفحة مفتوحة. عندما يحين دورك ستنقلك تلقائيًا.",
    paused: "لا يدخل أحد الآن. مكانك محفوظ وستتابع الصفحة تلقائيًا.",
    admitted: "يجري نقلك الآن.",
    active: "استُخدم مكانك في هذا المتصفح من قبل.",
    leaving: "عندها يمكن للزائر التالي الدخول.",
    closed: "لا يمكن الانضمام الآن. ستخبرك هذه الصفحة عند التغيير.",
    full: "عندما يتوفر مكان في الطابور ستضيفك هذه الصفحة.",
    busy: "يأتي كثيرون من شبكتك. ستحاول الصفحة مرة أخرى تلقائيًا.",
    challenge: "يقوم جهازك بعملية حسابية صغيرة تُبعد الروبوتات. تستغرق بضع ثوانٍ.",
    left: "انتقل مكانك إلى الشخص التالي. يمكنك الانضمام من جديد في آخر الطابور.",
    cookies: "يُحفظ مكانك في ملف تعريف ارتباط. اسمح بها لهذه الصفحة ثم أعد تحميلها.",
  },
  yourPlace: "مكانك",
  ahead: (count, written) => (count === 0 ? "أنت التالي" : `عدد الأشخاص أمامك: ${written}`),
  about: (words) => `حوالي ${words}`,
  unknownWait: "يجري حساب مدة الانتظار",
  under: "أقل من دقيقة",
  upTo: (time) => `حتى ${time}`,
  fromTo: (from, to, unit) => `${from} إلى ${to} ${unit}`,
  minutes: (count) => `${count} دقيقة`,
  hours: (written) => `${written} ساعة`,
  minutesUnit: "دقيقة",
  hoursUnit: "ساعة",
  opensAt: (time) => `يبدأ في ${time}`,
  message: "رسالة من المنظّم",
  lost: "لا يوجد اتصال. تجري المحاولة مجددًا؛ مكانك محفوظ لبعض الوقت.",
  away: "لا يمكننا الوصول إلى سجلاتنا في الوقت الحالي. مكانك محفوظ، وتتابع هذه الصفحة من تلقاء نفسها.",
  leave: "مغادرة الطابور",
  again: "الانضمام من جديد",
  onward: "الذهاب إلى الموقع",
  steps: [
    "انتظر هنا. يمكنك استخدام ألسنة أخرى أو إعادة تحميل الصفحة.",
    "عندما يحين دورك تنقلك الصفحة إلى الموقع تلقائيًا.",
    "لديك حينها دقيقة للوصول. بعدها ينتقل المكان إلى الشخص التالي.",
  ],
  draw: "كيف جرت القرعة",
  drawBefore:
    "تُسحب الأماكن من رقم سري. بصمته منشورة الآن، والرقم نفسه بعد القرعة، ليتمكن الجميع من التحقق:",
  drawAfter: "سُحبت الأماكن من هذا الرقم. وقد نُشرت بصمته SHA-256 من قبل:",
  proving: "جارٍ الحساب…",
  noScript: (seconds) => `تُعاد تحميل هذه الصفحة كل ${seconds} ثانية.`,
  needsScript: "يحتاج هذا الطابور إلى JavaScript لإبعاد الروبوتات. فعّله ثم أعد تحميل الصفحة.",
};

const all: Record<string, RoomWords> = { en, de, fr, es, ar };
export const roomLanguages = Object.keys(all);

export function wordsIn(language: string): RoomWords {
  return all[language] ?? en;
}

/** The first language that the visitor's browser asks for and the room is shown in. */
export function chooseLanguage(accepted: string | undefined, offered: readonly string[]): string {
  const shown = offered.filter((one) => one in all);
  const wishes = (accepted ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...rest] = part.trim().toLowerCase().split(";");
      const quality = rest
        .find((each) => each.trim().startsWith("q="))
        ?.trim()
        .slice(2);
      return { language: tag.split("-")[0]!, quality: Number(quality ?? "1") };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  return wishes.find(({ language }) => shown.includes(language))?.language ?? shown[0] ?? "en";
}

/** Rounded outwards, coarser the longer it is, since nobody knows it better. */
export function waitIn(words: RoomWords, range: WaitRange, numbers: Intl.NumberFormat): string {
  const from = rounded(range.fromSeconds / 60, Math.floor);
  const to = rounded(range.toSeconds / 60, Math.ceil);
  const inHours = (minutes: number) => numbers.format(minutes / 60);
  const one = (minutes: number) =>
    minutes < 90 ? words.minutes(minutes) : words.hours(inHours(minutes));
  if (to <= 1) return words.under;
  if (from === to) return words.about(one(to));
  if (from === 0) return words.upTo(one(to));
  const span =
    to < 90
      ? words.fromTo(numbers.format(from), numbers.format(to), words.minutesUnit)
      : from >= 90
        ? words.fromTo(inHours(from), inHours(to), words.hoursUnit)
        : words.fromTo(one(from), one(to), "").trim();
  return words.about(span);
}

function rounded(minutes: number, round: (value: number) => number): number {
  const step = minutes < 10 ? 1 : minutes < 60 ? 5 : minutes < 90 ? 10 : 30;
  return round(minutes / step) * step;
}
