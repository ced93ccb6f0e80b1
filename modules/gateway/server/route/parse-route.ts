import { type Caller, type Database, Refusal, type Route, serveCall } from '@wattyard/server-kit'
import { parseFrames } from '../../contract/calls/parse.ts'
import { MAX_PARSE_LENGTH, type ParseProtocol } from '../../contract/index.ts'
import { frameTextsIn } from '../parse/frame-words.ts'
import { createPace } from '../parse/pace.ts'
import { parseText } from '../parse/parse-text.ts'
import { visiblePiles } from '../piles.ts'
import { isSpoken } from '../protocol/drivers.ts'
import { frameFor, framesByIds, parseFrameId, type TraceEntry } from '../state/read-frames.ts'

/** Parsing a long text blocks the process, and guests may call it too, so it is paced. */
const pace = createPace()
export const parseRoute: Route = serveCall(parseFrames, {
  // Reading a long text needs no transaction to stay open.
  work: 'raw',
  bodyLimit: 4 * MAX_PARSE_LENGTH,
  guests: true,
  async handle({ db, caller, input: asked, language }) {
    if (!caller) throw new Error('a permitted route has a caller')
    const { text, frame, protocol, keys = {} } = asked
    if ((text === undefined) === (frame === undefined)) throw new Refusal('gateway.textOrFrame')
    const stored = frame === undefined ? null : await storedFrame(db, caller, frame)
    const given = stored ? [stored.call, stored.answer].filter(one => one !== null).join('\n') : (text ?? '')
    const options = {
      frameTexts: frameTextsIn(language),
      protocol: protocolOf(protocol, stored),
      keys: definedOf(keys),
      now: Date.now(),
    }
    const { frames, isCutOff } = await pace.run(() => parseText(given, options))
    return { frames, isCutOff, stored: stored && aboutStored(stored) }
  },
})

async function storedFrame(db: Database, caller: Caller, id: string): Promise<TraceEntry> {
  parseFrameId(id)
  return db.tenant(caller.tenantId, async tx => {
    const [found] = await framesByIds(tx, [id])
    if (!found) throw new Refusal('kernel.notFound', { status: 404 })
    await visiblePiles(tx, caller, [found.pileId])
    return frameFor(caller, found)
  })
}

const aboutStored = ({ frame, pileId, receivedAt, direction }: TraceEntry) => ({ frame, pileId, receivedAt, direction })

/** The stored log entry says in which protocol its frames are. */
const protocolOf = (asked: ParseProtocol, stored: TraceEntry | null): ParseProtocol =>
  asked === 'auto' && stored && isSpoken(stored.protocol) ? stored.protocol : asked

/** Without the members that were left empty. */
function definedOf<T extends object>(keys: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // Undefined members are removed, so none is left.
  return Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined && value !== '')) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
