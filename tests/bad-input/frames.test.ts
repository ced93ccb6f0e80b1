import { type PileClient, recordedFacts, testGateway, type TestGateway, type TestPile } from '@wattyard/gateway/testing'
import { type Database, col } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jsonCases, naughtyTexts, share } from './corpus.ts'
import { MAX_FRAME_LENGTH } from '@wattyard/ocpp-frame'

/*
 * Many piles at once: the gateway answers a pile's frames one after the other and stores those of all piles together,
 * so that a list takes as long as its longest share.
 */
const PILES = 50
const PROTOCOLS = ['ocpp1.6', 'ocpp2.0.1'] as const
type Protocol = (typeof PROTOCOLS)[number]

const cases = jsonCases()
const texts = naughtyTexts()

let db: Database
let bed: TestGateway

beforeAll(async () => {
  db = await testDatabase()
  // How fast a pile may send is another test's matter.
  bed = await testGateway({ db, settings: { rate: { sustained: 1_000_000, burst: 1_000_000 } } })
})
afterAll(async () => {
  await bed.stop()
  await db.close()
})

const isUtf8 = (bytes: Buffer) => Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes)

/** One pile with everything the gateway said to it. */
interface Speaker {
  pile: TestPile
  client: PileClient
  heard: unknown[][]
}

async function speaker(protocol: Protocol): Promise<Speaker> {
  const pile = await bed.addPile()
  const client = await bed.connect(pile, protocol)
  const heard: unknown[][] = []
  client.socket.on('message', data => heard.push(JSON.parse((data as Buffer).toString('utf8')) as unknown[])) // our own frames
  return { pile, client, heard }
}

const crews: Partial<Record<Protocol, Promise<Speaker[]>>> = {}

/** The piles of a version, on the line from the first test that needs them to the last. */
function crew(protocol: Protocol): Promise<Speaker[]> {
  return (crews[protocol] ??= Promise.all(Array.from({ length: PILES }, () => speaker(protocol))))
}

/** Works a list off by all piles at once, each with its share in order. Gives what the log of frames has got by it. */
async function together<T>(
  protocol: Protocol,
  list: readonly T[],
  work: (who: Speaker, items: readonly T[]) => Promise<void>,
): Promise<Map<string, LoggedFrame[]>> {
  const speakers = await crew(protocol)
  const before = await lastLogged()
  await Promise.all(speakers.map((who, part) => work(who, share(list, part, PILES))))
  await bed.gateway.settled()
  return loggedSince(before, speakers)
}

/**
 * Sends a text and a heartbeat behind it: whatever the first was, the second is answered. Gives what else was said.
 */
async function survived({ client, heard }: Speaker, text: string): Promise<unknown[][]> {
  const before = heard.length
  client.send(text)
  const beat = await client.call('Heartbeat', {})
  expect(beat[0], text.slice(0, 200)).toBe(3)
  return heard.slice(before).filter(frame => frame[1] !== beat[1])
}

interface LoggedFrame {
  frame: string
  problem: string | null
}

async function lastLogged(): Promise<string> {
  const [row] = await db.platform(tx =>
    tx.query({ last: col.text }, 'select coalesce(max(seq), 0)::text as last from gateway_frame'),
  )
  return row?.last ?? '0'
}

/** By pile, in the order of the stream; an empty list for a pile that has none. */
async function loggedSince(seq: string, speakers: readonly Speaker[]): Promise<Map<string, LoggedFrame[]>> {
  const rows = await db.platform(tx =>
    tx.query(
      // As bytes: some drivers take a byte order mark off a text.
      { pile: col.uuid, frame: col.text, problem: col.text.orNull },
      `select pile_id as pile, encode(convert_to(frame, 'UTF8'), 'hex') as frame, problem from gateway_frame
       where seq > $1::bigint order by seq`,
      [seq],
    ),
  )
  const log = new Map(speakers.map(({ pile }): [string, LoggedFrame[]] => [pile.pileId, []]))
  for (const { pile, frame, problem } of rows)
    log.get(pile)?.push({ frame: Buffer.from(frame, 'hex').toString('utf8'), problem })
  return log
}

/** PostgreSQL cannot hold U+0000; the log shows its symbol instead. */
const asLogged = (text: string) => text.replaceAll('\0', '\u2400')

/** Every CALLERROR has a code of the list of its version and says what was wrong. */
function isClearError(frame: unknown[] | undefined): boolean {
  const [type, , code, description] = frame ?? []
  return type === 4 && /^[A-Z][A-Za-z]+$/.test(String(code)) && code !== 'InternalError' && String(description) !== ''
}

/**
 * Silence is right for what may be an answer (an error about an error would go on for ever) and, in 1.6, for message
 * types of the future (OCPP-J 1.6 §4.1.3).
 */
function mayBeIgnored(protocol: Protocol, text: string): boolean {
  try {
    const [type]: unknown[] = [JSON.parse(text) as unknown].flat()
    if (!text.trimStart().startsWith('[') || typeof type !== 'number' || !Number.isFinite(type)) return false
    return [3, 4, 5, 6].includes(type) || (protocol === 'ocpp1.6' && type !== 2)
  } catch {
    return false
  }
}

describe.each(PROTOCOLS)('JSON documents as frames, %s', protocol => {
  const fitting = cases.filter(
    ({ bytes }) => isUtf8(bytes) && bytes.length > 0 && bytes.length <= MAX_FRAME_LENGTH - 100,
  )
  const documents = fitting.map(({ name, rule, bytes }) => ({ name, rule, text: bytes.toString('utf8') }))

  test('alone: refused or ignored, logged word for word, and the line goes on', async () => {
    const odd: string[] = []
    const sent = new Map<string, string[]>()
    const log = await together(protocol, documents, async (who, mine) => {
      sent.set(
        who.pile.pileId,
        mine.map(one => asLogged(one.text)),
      )
      // None of them is a call that may be answered with a result.
      for (const { name, text } of mine) {
        const said = await survived(who, text)
        const isRight = said.length === 0 ? mayBeIgnored(protocol, text) : said.length === 1 && isClearError(said[0])
        if (!isRight) odd.push(`${name}: ${JSON.stringify(said)}`)
      }
    })
    expect(odd).toEqual([])
    for (const [pileId, frames] of log) expect(frames.map(row => row.frame)).toEqual(sent.get(pileId))
    expect([...log.values()].flat().filter(row => row.problem === null)).toEqual([])
  })

  test('as the payload of a call: one clear error under its own id, or under none', async () => {
    const odd: string[] = []
    await together(protocol, [...documents.entries()], async (who, mine) => {
      for (const [index, { name, rule, text }] of mine) {
        const said = await survived(who, `[2,"p${index}","DataTransfer",${text}]`)
        const id = rule === 'must' ? [`p${index}`] : [`p${index}`, '-1']
        if (said.length !== 1 || !isClearError(said[0]) || !id.includes(String(said[0]?.[1])))
          odd.push(`${name}: ${JSON.stringify(said)}`)
      }
    })
    expect(odd).toEqual([])
  })

  test('too long a document closes the line with 1009, bytes that are no UTF-8 with 1007, and the pile comes back', async () => {
    const closing = cases.filter(({ bytes }) => !isUtf8(bytes) || bytes.length > MAX_FRAME_LENGTH)
    expect(closing.length).toBeGreaterThan(0)
    await Promise.all(
      closing.map(async ({ name, bytes }) => {
        const pile = await bed.addPile()
        const first = await bed.connect(pile, protocol)
        first.socket.send(bytes, { binary: false })
        expect((await first.closed).code, name).toBe(bytes.length > MAX_FRAME_LENGTH ? 1009 : 1007)
        const again = await bed.connect(pile, protocol)
        expect((await again.call('Heartbeat', {}))[0], name).toBe(3)
        await again.close()
      }),
    )
  })
})

const AT = '2026-11-20T08:00:00Z'

/** Calls with a text in every field that takes one. */
const CALLS: Readonly<Record<Protocol, (text: string) => [action: string, payload: object][]>> = {
  'ocpp1.6': text => [
    ['StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available', info: text }],
    ['StatusNotification', { connectorId: 1, errorCode: text, status: text, vendorId: text, vendorErrorCode: text }],
    ['Authorize', { idTag: text }],
    ['DataTransfer', { vendorId: text, messageId: text, data: text }],
    ['BootNotification', { chargePointVendor: text, chargePointModel: 'M' }],
    [
      'BootNotification',
      {
        chargePointVendor: 'V',
        chargePointModel: text,
        chargePointSerialNumber: text,
        chargeBoxSerialNumber: text,
        firmwareVersion: text,
        iccid: text,
        imsi: text,
        meterType: text,
        meterSerialNumber: text,
      },
    ],
    ['StartTransaction', { connectorId: 1, idTag: text, meterStart: 0, timestamp: AT }],
    ['StartTransaction', { connectorId: 1, idTag: 'A', meterStart: 0, timestamp: text }],
    ['StopTransaction', { transactionId: 7, idTag: text, meterStop: 0, timestamp: AT, reason: text }],
    [
      'MeterValues',
      { connectorId: 1, meterValue: [{ timestamp: AT, sampledValue: [{ value: text, unit: text, measurand: text }] }] },
    ],
    ['SecurityEventNotification', { type: text, timestamp: AT, techInfo: text }],
    ['SignCertificate', { csr: text }],
    ['DiagnosticsStatusNotification', { status: text }],
    ['FirmwareStatusNotification', { status: text }],
  ],
  'ocpp2.0.1': text => [
    ['BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: text, model: 'M' } }],
    [
      'BootNotification',
      {
        reason: text,
        chargingStation: {
          vendorName: 'V',
          model: text,
          serialNumber: text,
          firmwareVersion: text,
          modem: { iccid: text, imsi: text },
        },
      },
    ],
    ['Authorize', { idToken: { idToken: text, type: 'Central' } }],
    ['Authorize', { idToken: { idToken: 'A', type: text, additionalInfo: [{ additionalIdToken: text, type: text }] } }],
    ['DataTransfer', { vendorId: text, messageId: text, data: text }],
    ['StatusNotification', { timestamp: AT, connectorStatus: text, evseId: 1, connectorId: 1 }],
    [
      'TransactionEvent',
      {
        eventType: 'Started',
        timestamp: AT,
        triggerReason: 'Authorized',
        seqNo: 0,
        transactionInfo: { transactionId: text },
        idToken: { idToken: text, type: 'Central' },
        evse: { id: 1 },
      },
    ],
    [
      'NotifyEvent',
      {
        generatedAt: AT,
        seqNo: 0,
        eventData: [
          {
            eventId: 1,
            timestamp: AT,
            trigger: 'Alerting',
            actualValue: text,
            techCode: text,
            techInfo: text,
            transactionId: text,
            eventNotificationType: 'HardWiredNotification',
            component: { name: text, instance: text },
            variable: { name: text, instance: text },
          },
        ],
      },
    ],
    ['SecurityEventNotification', { type: text, timestamp: AT, techInfo: text }],
    ['NotifyCustomerInformation', { data: text, seqNo: 0, generatedAt: AT, requestId: 1 }],
    ['SignCertificate', { csr: text }],
    ['LogStatusNotification', { status: text, requestId: 1 }],
    ['FirmwareStatusNotification', { status: text }],
  ],
}

/** An event names its variable by the text; a path to a file of passwords counts as the name of a secret, whose value is not kept. */
const namesSecret = (action: string, text: string): boolean => action === 'NotifyEvent' && /passwd|secrets/.test(text)
const withoutValues = (payload: object): unknown =>
  JSON.parse(JSON.stringify(payload, (key, value: unknown) => (key === 'actualValue' ? '••••••' : value)))

describe.each(PROTOCOLS)('texts in frames, %s', protocol => {
  test('in every field: one answer to each call, every frame logged, no fact buried', async () => {
    const odd: string[] = []
    const sent = new Map<string, string[]>()
    const taken = new Map<string, string[]>()
    const began = bed.warnings.length
    const log = await together(protocol, texts, async ({ pile, client }, mine) => {
      const [frames, infos]: [string[], string[]] = [[], []]
      sent.set(pile.pileId, frames)
      taken.set(pile.pileId, infos)
      for (const text of mine)
        for (const [index, [action, payload]] of CALLS[protocol](text).entries()) {
          const id = `t${frames.length}`
          frames.push(JSON.stringify([2, id, action, namesSecret(action, text) ? withoutValues(payload) : payload]))
          const answer = await client.call(action, payload, id)
          if (answer[0] === 3 && 'info' in payload) infos.push(text)
          if (answer[0] !== 3 && !isClearError(answer))
            odd.push(`${index} ${action} ${JSON.stringify(text).slice(0, 60)}: ${JSON.stringify(answer)}`)
          // A refused frame in a row of refused ones must not close the line here.
          if (answer[0] === 4) await client.call('Heartbeat', {})
        }
    })
    expect(odd).toEqual([])
    expect(bed.warnings.slice(began)).toEqual([])
    for (const [pileId, frames] of log) expect(frames.map(row => row.frame)).toEqual(sent.get(pileId))
    if (protocol !== 'ocpp1.6') return
    // What was taken has come through the consumer, word for word as far as its field is long.
    const facts = (await recordedFacts(db)).filter(fact => fact.kind === 'connector-status')
    for (const [pileId, infos] of taken) {
      const told = new Set(facts.filter(fact => fact.pileId === pileId).map(fact => fact.info))
      const missing = infos.filter(text => text.trim() !== '' && text.length <= 50 && !told.has(text))
      expect(missing).toEqual([])
    }
  })

  test('as message ids and actions: an answer under the same id, or under none', async () => {
    const odd: string[] = []
    await together(protocol, texts, async (who, mine) => {
      for (const text of mine) {
        const beats = await survived(who, JSON.stringify([2, text, 'Heartbeat', {}]))
        const [beat] = beats
        const isAnswer = beats.length === 1 && (beat?.[0] === 3 || isClearError(beat))
        if (!isAnswer || (beat?.[1] !== text && beat?.[1] !== '-1')) odd.push(`id ${JSON.stringify([text, beats])}`)
        const [refused, ...more] = await survived(who, JSON.stringify([2, 'a', text, {}]))
        if (!isClearError(refused) || refused?.[1] !== 'a' || more.length > 0)
          odd.push(`action ${JSON.stringify([text, refused])}`)
      }
    })
    expect(odd).toEqual([])
  })
})
