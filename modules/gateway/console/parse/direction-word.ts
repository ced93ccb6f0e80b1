import type { FrameProtocol, ParsedFrame } from '../../contract/index.ts'

/** Protocols in which a master asks and its slaves answer; neither end has to be a pile or the platform. */
const ASKED: ReadonlySet<FrameProtocol | null> = new Set(['dlt645', 'modbusTcp', 'modbusRtu'])

/** Returns the key of the word for the direction of a frame, in the terms of its protocol. */
export function directionWord(
  protocol: FrameProtocol | null,
  direction: NonNullable<ParsedFrame['direction']>,
): string {
  if (!ASKED.has(protocol)) return `gateway.parse.direction.${direction}`
  return `gateway.parse.direction.${direction === 'down' ? 'question' : 'answer'}`
}
