import { type Caller, type Database, Refusal, type Route, route } from '@wattyard/server-kit'
import { z } from 'zod'
import { MAX_PARSE_LENGTH, PARSE_PROTOCOLS, type ParseAnswer, type ParseProtocol } from '../../contract/index.ts'
import { tellerOf } from '../parse/frame-words.ts'
import { createPace } from '../parse/pace.ts'
import { parseText } from '../parse/parse-text.ts'
import { visiblePiles } from '../piles.ts'
import { isSpoken } from '../protocol/drivers.ts'
import { framesByIds, parseFrameId, type TraceEntry } from '../state/read-frames.ts'

const secret = z.string().max(200)
/** Reading a long text holds everybody up; guests may ask for it as well. */
const pace = createPace()
const input = z.strictObject({
  /** Frames as hexadecimal digits, base64 or JSON, one after the other. */
  text: z.string().max(MAX_PARSE_LENGTH).optional(),
  /** Instead of a text: a stored frame, with its answer. */
  frame: z.string().max(40).optional(),
  protocol: z.enum(PARSE_PROTOCOLS).default('auto'),
  /** Of a partner of T/CEC 102; used for this answer and kept nowhere. */
  keys: z
    .strictObject({
      dataSecret: secret.optional(),
      dataSecretIv: secret.optional(),
      sigSecret: secret.optional(),
      accessToken: z.string().max(4_000).optional(),
    })
    .optional(),
})

/**
 * `POST /api/device/message/parse`: frames decoded field by field, with what the platform would do. Nothing is written
 * and nothing is sent. It is a call with a body, because a text does not fit an address, and keys belong into none.
 */
export const parseRoute: Route = route({
  method: 'POST',
  path: '/api/device/message/parse',
  access: 'gateway.frame:read',
  input,
  // Reading a long text needs no transaction to stay open.
  work: 'raw',
  bodyLimit: 4 * MAX_PARSE_LENGTH,
  guests: true,
  summary: 'decode frames',
  async handle({ db, caller, input: asked, language }): Promise<ParseAnswer> {
    if (!caller) throw new Error('a permitted route has a caller')
    const { text, frame, protocol, keys = {} } = asked
    if ((text === undefined) === (frame === undefined)) throw new Refusal('gateway.textOrFrame')
    const stored = frame === undefined ? null : await storedFrame(db, caller, frame)
    const given = stored ? [stored.call, stored.answer].filter(one => one !== null).join('\n') : (text ?? '')
    const options = {
      teller: tellerOf(language),
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
    return found
  })
}

const aboutStored = ({ frame, pileId, receivedAt, direction }: TraceEntry) => ({ frame, pileId, receivedAt, direction })

/** The log says in what language its frames are. */
const protocolOf = (asked: ParseProtocol, stored: TraceEntry | null): ParseProtocol =>
  asked === 'auto' && stored && isSpoken(stored.protocol) ? stored.protocol : asked

/** Without the members that were left empty. */
function definedOf<T extends object>(keys: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // Members that are undefined are gone, so none of them is.
  return Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined && value !== '')) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
