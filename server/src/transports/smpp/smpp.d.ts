/** The part of smpp that the carrier uses. The package has no types. */
declare module 'smpp' {
  type FieldType = { readonly default: unknown }
  class PDU {
    static maxLength: number
    constructor(command: string | Buffer, fields?: Record<string, string | number | Buffer>)
    command: string
    command_id: number
    command_status: number
    sequence_number: number
    toBuffer(): Buffer
    /** Converts texts and times to octets and back. */
    _filter(direction: 'encode' | 'decode'): void
  }
  const smpp: {
    PDU: typeof PDU
    addTLV(name: string, definition: { id: number; type: FieldType }): void
    types: { tlv: { buffer: FieldType } }
  }
  export = smpp
}
