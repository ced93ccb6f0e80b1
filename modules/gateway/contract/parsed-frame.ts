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
/** `auto` finds out by itself. */
export const PARSE_PROTOCOLS = ['auto', ...FRAME_PROTOCOLS] as const
export type ParseProtocol = (typeof PARSE_PROTOCOLS)[number]

/** Longest text that is taken in one call, in characters. */
export const MAX_PARSE_LENGTH = 65_536
/** Frames of one answer. */
export const MAX_PARSED_FRAMES = 200
/** Fields of one answer, over all its frames; the frames behind are left off. */
export const MAX_PARSED_FIELDS = 20_000
