import type { FrameProtocol, ParsedFrame } from '../../contract/index.ts'

/** On these lines a master asks and its slaves answer; neither of them need be a pile or the platform. */
const ASKED: ReadonlySet<FrameProtocol | null> = new Set(['dlt645', 'modbusTcp', 'modbusRtu'])

/** Word for the way of a frame, as its protocol calls the two ends. */
export function directionWord(
  protocol: FrameProtocol | null,
  direction: NonNullable<ParsedFrame['direction']>,
): string {
  if (!ASKED.has(protocol)) return `gateway.parse.direction.${direction}`
  return `gateway.parse.direction.${direction === 'down' ? 'question' : 'answer'}`
}
