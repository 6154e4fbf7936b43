/**
 * The assigned country codes, and how many digits numbers have after the code (ITU-T E.164). Taken from the lengths of all
 * number types in Google's libphonenumber of June 2026, so that no existing number is refused. Additions: 1 with any length, as
 * our specification says; 12 or 13 digits for machine numbers (M2M) in 32, 33, 45, 46 and 47; the old +52 1; and lengths that
 * our tests use: 10 to 12 in 33, and 12 in 44. New codes are added by hand.
 */
const codesByLengths: Readonly<Record<string, string>> = {
  '4-5': '290',
  '4 7': '683',
  '4-7': '690',
  '4-7 10': '98',
  '4-11': '352',
  '4-12': '598',
  '4-13': '43 49',
  '5': '500 682',
  '5-6': '247',
  '5-6 8-13': '82',
  '5 7': '676 677 678',
  '5-7': '688',
  '5-7 10': '685',
  '5-8': '386',
  '5 8': '686',
  '5 8 12': '47',
  '5-9 11': '852',
  '5-10': '263 27 64',
  '5-10 12': '61',
  '5-11': '31',
  '5-12': '358 971',
  '6': '298 299 672 687',
  '6-7': '597',
  '6-7 9': '421',
  '6 8-9': '376 689',
  '6-8 10': '53',
  '6 8-13': '63',
  '6-9': '252 355',
  '6 9': '40 508 681',
  '6-9 12': '359',
  '6-10': '48 880 95',
  '6-10 12-13': '46',
  '6-11': '375 595',
  '6-12': '381 39',
  '6-14': '1',
  '7': '220 238 239 246 248 269 291 297 592 673 674 680 691 692',
  '7-8': '241 599 670 675 853 961 965 975',
  '7-8 10': '230 267 372',
  '7-8 10-11': '507',
  '7-8 11': '503',
  '7-9': '231 385 967 968',
  '7 9': '245 265 354 423',
  '7 9-10 12': '44',
  '7-9 11': '974',
  '7-10': '243 254 353 84',
  '7 10': '960',
  '7 10 12-13': '90',
  '7 11': '501 679',
  '7-11': '886',
  '7-12': '86 882 972',
  '7-13': '62',
  '8': '216 222 223 226 227 228 232 235 236 253 257 266 350 356 357 370 371 373 374 389 505 509 800 808 973 993',
  '8-9': '213 224 233 237 250 258 264 268 36 377 382 387 51 591 962 963',
  '8-9 12': '32',
  '8-10': '20 60 855 856 964 970 976',
  '8 10': '229 378 506 850',
  '8 10-11': '57 65 977',
  '8-10 13': '66',
  '8 11': '502 504',
  '8-11': '55 593',
  '8-12': '383 883 92',
  '8 12': '45',
  '8-13': '81 91',
  '9': '211 212 218 221 240 242 244 249 251 255 256 260 261 262 34 351 590 594 596 93 94 979 992 994 995 998',
  '9-10': '380 881 966 996',
  '9-11': '56',
  '9 12': '41 870',
  '9-12': '420',
  '9-13': '33',
  '10': '225 58',
  '10-11': '52 54',
  '10-12': '234 30',
  '10 14': '7',
  '11': '888',
  '12': '878',
}

export type NumberingPlan = { code: string; lengths: readonly number[] }

const plans: ReadonlyMap<string, NumberingPlan> = new Map(
  Object.entries(codesByLengths).flatMap(([ranges, codes]) => {
    const lengths = ranges.split(' ').flatMap(expand)
    return codes.split(' ').map(code => [code, { code, lengths }] as const)
  }),
)

/** `7-9` is 7, 8 and 9. */
function expand(range: string): number[] {
  const [from = 0, to = from] = range.split('-').map(Number)
  return Array.from({ length: to - from + 1 }, (_, nth) => from + nth)
}

/** The plan of an E.164 number. No code begins with another code. */
export function planOf(number: string): NumberingPlan | undefined {
  for (const digits of [1, 2, 3]) {
    const plan = plans.get(number.slice(1, 1 + digits))
    if (plan) return plan
  }
  return undefined
}
