/**
 * The words that act, as people may write them: `readKeyword` takes them in any case, with or without their accents, and with
 * a space or a hyphen between two words. STOP has those that the FCC names (47 CFR 64.1200(a)(10)) and the usual ones of four
 * more languages. START is the shortest list: whoever has opted out is written to again only after plain words.
 */
export const keywordList = {
  stop: [
    // English
    ...['stop', 'stop all', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke'],
    ...['opt out', 'optout', 'opt me out', 'remove', 'remove me', 'unsubscribe me'],
    // Spanish
    ...['alto', 'baja', 'dar de baja', 'darme de baja', 'darse de baja', 'parar', 'pare', 'detener', 'cancelar'],
    ...['salir', 'desuscribir', 'desuscribirme', 'cancelar suscripción'],
    // Portuguese, without what Spanish has
    ...['sair', 'remover', 'descadastrar', 'desinscrever', 'cancelar inscrição', 'cancelar subscrição'],
    // French
    ...['arrêt', 'arrêter', 'arrêtez', 'désabonner', 'désabonnement', 'me désabonner', 'se désabonner'],
    ...['désinscrire', 'désinscription', 'me désinscrire', 'se désinscrire', 'annuler'],
    // German
    ...['stopp', 'stoppen', 'abmelden', 'abmeldung', 'abbestellen', 'austragen', 'ende', 'beenden'],
    ...['kündigen', 'kuendigen'],
  ],
  start: ['start', 'unstop', 'yes'],
  help: ['help', 'info', 'ayuda', 'ajuda', 'aide', 'hilfe'],
} as const
