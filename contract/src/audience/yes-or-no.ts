/**
 * Yes and no as people and programs write them in files: in any case, with or without accents. Spreadsheets write true and false in
 * the language of their user. A word that means yes in one language and no in another, such as Albanian `jo`, is not in the list:
 * consent is never guessed.
 */
const yes = [
  ...['true', 't', 'yes', 'y', '1', 'on', 'x', '✓', '✔', '☑'],
  ...['ja', 'j', 'wahr', 'waar', 'sant', 'sand', 'sann'], // German, Dutch, Swedish, Danish, Norwegian
  ...['oui', 'o', 'vrai'], // French
  ...['sí', 's', 'verdadero', 'vero', 'sim', 'verdadeiro'], // Spanish, Italian, Portuguese
  ...['da', 'да', 'д', 'истина', 'так', 'tak', 'prawda', 'ano', 'áno', 'pravda', 'adevărat'], // Slavic languages, Romanian
  ...['igen', 'igaz', 'kyllä', 'tosi', 'jah', 'jā', 'taip'], // Hungarian, Finnish, the Baltic languages
  ...['ναι', 'evet', 'doğru', 'ya', 'có'], // Greek, Turkish, Indonesian, Vietnamese
  ...['はい', '是', '예', '네', 'हाँ', 'نعم', 'כן'],
]
const no = [
  ...['false', 'f', 'no', 'n', '0', 'off', '✗', '✘', '☐'],
  ...['nein', 'falsch', 'nee', 'onwaar', 'nej', 'nei', 'falskt', 'falsk', 'usann'],
  ...['non', 'faux'],
  ...['falso', 'não'],
  ...['ne', 'не', 'нет', 'н', 'ложь', 'ні', 'nie', 'fałsz', 'nepravda', 'nu', 'fals'],
  ...['nem', 'hamis', 'ei', 'epätosi', 'nē'],
  ...['όχι', 'hayır', 'hayir', 'yanlış', 'yanlis', 'tidak', 'không'],
  ...['いいえ', '否', '아니요', '아니오', 'नहीं', 'لا', 'לא'],
]

const plain = (word: string): string => word.trim().toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')

const meanings = new Map([
  ...yes.map(word => [plain(word), true] as const),
  ...no.map(word => [plain(word), false] as const),
])

/** Undefined for any other text. */
export const yesOrNo = (text: string): boolean | undefined => meanings.get(plain(text))

const subscriptions = new Map([
  ['subscribed', true],
  ['unsubscribed', false],
])

/** A cell of a column with subscriptions. */
export const isSubscribed = (text: string): boolean | undefined => yesOrNo(text) ?? subscriptions.get(plain(text))
