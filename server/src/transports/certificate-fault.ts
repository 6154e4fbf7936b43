const faults = /^(CERT_|ERR_TLS_CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|CRL_)/

/** Whether an error code means that the peer's certificate is not trusted. */
export const isCertificateFault = (code: string): boolean => faults.test(code)
