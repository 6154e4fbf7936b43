/** The meaning of SMPP statuses (3.4 §5.1.3, 5.0 §4.7.6) for a submitted message. */

/**
 * `busy`: throttled, for all messages. `unavailable`: this carrier cannot, another may. `later`: only this message is deferred.
 * `never`: this message will always be refused.
 */
export type Meaning = 'taken' | 'busy' | 'unavailable' | 'later' | 'never'

const statuses: Readonly<Record<number, readonly [name: string, meaning: Meaning]>> = {
  0: ['ESME_ROK', 'taken'],
  1: ['ESME_RINVMSGLEN', 'never'],
  2: ['ESME_RINVCMDLEN', 'unavailable'],
  3: ['ESME_RINVCMDID', 'unavailable'],
  4: ['ESME_RINVBNDSTS', 'unavailable'],
  5: ['ESME_RALYBND', 'unavailable'],
  6: ['ESME_RINVPRTFLG', 'never'],
  7: ['ESME_RINVREGDLVFLG', 'never'],
  8: ['ESME_RSYSERR', 'later'],
  10: ['ESME_RINVSRCADR', 'never'],
  11: ['ESME_RINVDSTADR', 'never'],
  12: ['ESME_RINVMSGID', 'never'],
  13: ['ESME_RBINDFAIL', 'unavailable'],
  14: ['ESME_RINVPASWD', 'unavailable'],
  15: ['ESME_RINVSYSID', 'unavailable'],
  17: ['ESME_RCANCELFAIL', 'never'],
  19: ['ESME_RREPLACEFAIL', 'never'],
  20: ['ESME_RMSGQFUL', 'busy'],
  21: ['ESME_RINVSERTYP', 'never'],
  51: ['ESME_RINVNUMDESTS', 'never'],
  52: ['ESME_RINVDLNAME', 'never'],
  64: ['ESME_RINVDESTFLAG', 'never'],
  66: ['ESME_RINVSUBREP', 'never'],
  67: ['ESME_RINVESMCLASS', 'never'],
  68: ['ESME_RCNTSUBDL', 'never'],
  // Only says that it failed, and many peers send it when they are short of resources.
  69: ['ESME_RSUBMITFAIL', 'later'],
  72: ['ESME_RINVSRCTON', 'never'],
  73: ['ESME_RINVSRCNPI', 'never'],
  80: ['ESME_RINVDSTTON', 'never'],
  81: ['ESME_RINVDSTNPI', 'never'],
  83: ['ESME_RINVSYSTYP', 'unavailable'],
  84: ['ESME_RINVREPFLAG', 'never'],
  85: ['ESME_RINVNUMMSGS', 'never'],
  88: ['ESME_RTHROTTLED', 'busy'],
  97: ['ESME_RINVSCHED', 'never'],
  98: ['ESME_RINVEXPIRY', 'never'],
  99: ['ESME_RINVDFTMSGID', 'never'],
  100: ['ESME_RX_T_APPN', 'later'],
  101: ['ESME_RX_P_APPN', 'never'],
  102: ['ESME_RX_R_APPN', 'never'],
  103: ['ESME_RQUERYFAIL', 'never'],
  192: ['ESME_RINVOPTPARSTREAM', 'never'],
  193: ['ESME_ROPTPARNOTALLWD', 'never'],
  194: ['ESME_RINVPARLEN', 'never'],
  195: ['ESME_RMISSINGOPTPARAM', 'never'],
  196: ['ESME_RINVOPTPARAMVAL', 'never'],
  254: ['ESME_RDELIVERYFAILURE', 'never'],
  255: ['ESME_RUNKNOWNERR', 'later'],
  256: ['ESME_RSERTYPUNAUTH', 'unavailable'],
  257: ['ESME_RPROHIBITED', 'unavailable'],
  258: ['ESME_RSERTYPUNAVAIL', 'unavailable'],
  259: ['ESME_RSERTYPDENIED', 'unavailable'],
  260: ['ESME_RINVDCS', 'never'],
  261: ['ESME_RINVSRCADDRSUBUNIT', 'never'],
  262: ['ESME_RINVDSTADDRSUBUNIT', 'never'],
}

/** Vendor-specific statuses are retried: giving up too early would lose the message. */
export const meaningOf = (status: number): Meaning => statuses[status]?.[1] ?? 'later'

export function showStatus(status: number): string {
  const code = `0x${status.toString(16).toUpperCase().padStart(2, '0')}`
  const name = statuses[status]?.[0]
  return name ? `${name} (${code})` : `Status ${code}`
}

/** For a refused bind: an early retry is useless until a person changes the settings. */
export const isAboutCredentials = (status: number): boolean => [13, 14, 15, 83].includes(status)

export const statusOk = 0
export const statusUnknownCommand = 3
export const statusUnknownError = 255
/** The receiver cannot process the delivery now; the peer should send it again. */
export const statusTryAgain = 100
