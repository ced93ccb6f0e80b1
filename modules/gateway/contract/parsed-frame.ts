/** Languages that the message parser reads. */
export const FRAME_PROTOCOLS = [
  'ocpp1.6',
  'ocpp2.0.1',
  'ykc',
  'dny',
  'tcec102',
  'dlt645',
  'modbusTcp',
  'modbusRtu',
] as const
export type FrameProtocol = (typeof FRAME_PROTOCOLS)[number]
/** `auto` detects the protocol. */
export const PARSE_PROTOCOLS = ['auto', ...FRAME_PROTOCOLS] as const
export type ParseProtocol = (typeof PARSE_PROTOCOLS)[number]

/** Most characters in one call. */
export const MAX_PARSE_LENGTH = 65_536
/** Most frames in one answer. */
export const MAX_PARSED_FRAMES = 200
/** Most fields in one answer, over all its frames. Further frames are left out. */
export const MAX_PARSED_FIELDS = 20_000
