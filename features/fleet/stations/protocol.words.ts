// How people read a protocol.

/** As in `OCPP 2.1`, of a subprotocol or of the record of it, `ocpp2.1J`. */
export const protocolWords = (protocol: string): string => protocol.replace(/^ocpp([\d.]+)J?$/, 'OCPP $1')
