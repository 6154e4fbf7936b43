/**
 * The keywords in the ways people write them: `readKeyword` accepts any case, with or without accents, with a space or a hyphen
 * between two words. STOP has the words that the FCC names (47 CFR 64.1200(a)(10)) and the usual ones of four more languages.
 * START is the shortest list: a person who has opted out is written to again only after plain words.
 */
export const keywordList = {
  stop: [
    // English
    ...['stop', 'stop all', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke'],
    ...['opt out', 'optout', 'opt me out', 'remove', 'remove me', 'unsubscribe me'],
    // Spanish
    ...['alto', 'baja', 'dar de baja', 'darme de baja', 'darse de baja', 'parar', 'pare', 'detener', 'cancelar'],
    ...['salir', 'desuscribir', 'desuscribirme', 'cancelar suscripción'],
    // Portuguese, without the words that Spanish has
    ...['sair', 'remover', 'descadastrar', 'desinscrever', 'cancelar inscrição', 'cancelar subscrição'],
    // French
    ...['arrêt', 'arrête', 'arrêter', 'arrêtez', 'désabonner', 'désabonnement', 'me désabonner', 'se désabonner'],
    ...['désinscrire', 'désinscription', 'me désinscrire', 'se désinscrire', 'annuler'],
    // German
    ...['stopp', 'stoppen', 'abmelden', 'abmeldung', 'abbestellen', 'austragen', 'ende', 'beenden'],
    ...['kündigen', 'kuendigen'],
  ],
  start: ['start', 'unstop', 'yes'],
  help: ['help', 'info', 'ayuda', 'ajuda', 'aide', 'hilfe'],
} as const

/**
 * What Twilio and Telnyx answer themselves, unless that is switched off: https://help.twilio.com/articles/223134027,
 * https://developers.telnyx.com/docs/messaging/messages/advanced-opt-in-out
 */
export const answeredByCarriers: readonly string[] = [
  ...['stop', 'stop all', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout', 'help', 'info'],
]
