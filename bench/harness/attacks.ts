import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Target {
  port: number
  /** Address the attacker comes from; all of 127.0.0.0/8 is this machine. */
  from: string
  /** Of the one who is signed in; a stranger shows none, or a made-up one. */
  session: { cookie: string; handle: string } | null
}

/** What became of the tries, by status; `0` is a line that was cut, `unanswered` one that was left. */
export type Outcomes = Record<string, number>

/** One kind of attack: goes on until the signal, as fast as it is answered. */
export type Attack = (target: Target, until: AbortSignal, note: (outcome: string) => void) => Promise<void>

const LISTS = ['/api/charging/order/list', '/api/device/devicePole/list', '/api/device/gatewayEvent/list']

const pathOf = (path: string, { session }: Target) =>
  `/chg${path}?token=${session?.handle ?? randomBytes(16).toString('hex')}&mobileLogin=true`

const headOf = (method: string, path: string, target: Target, more: string) =>
  `${method} ${pathOf(path, target)} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${
    target.session?.cookie ?? `sid=${randomBytes(32).toString('base64url')}`
  }\r\n${more}\r\n`

const jsonHead = (path: string, target: Target, length: number) =>
  headOf('POST', path, target, `Content-Type: application/json\r\nContent-Length: ${length}\r\n`)

function lineTo({ port, from }: Target): Socket {
  const line = connect({ port, host: '127.0.0.1', localAddress: from })
  line.on('error', () => {})
  return line
}

/** Sends all of it and waits for the first word of the answer. */
async function once(target: Target, parts: readonly (string | Buffer)[], longest_ms = 30_000): Promise<string> {
  const line = lineTo(target)
  const answered = new Promise<string>(resolve => {
    line.once('data', part => resolve(/^HTTP\/1.1 (\d+)/.exec(part.toString('latin1'))?.[1] ?? '?'))
    line.once('close', () => resolve('0'))
    setTimeout(() => resolve('unanswered'), longest_ms).unref()
  })
  for (const part of parts) line.write(part)
  const status = await answered
  line.destroy()
  return status
}

/** Keeps so many going at once. */
async function several(count: number, until: AbortSignal, run: () => Promise<void>): Promise<void> {
  const one = async () => {
    while (!until.aborted) await run()
  }
  await Promise.all(Array.from({ length: count }, one))
}

const manyKeys = Buffer.from(`{${Array.from({ length: 95_000 }, (_, i) => `"k${i}":1`).join(',')}}`)
const deep = Buffer.from(`{"a":${'['.repeat(500_000)}`)
/** Below the size of a usual body, and of nothing but members. */
const fullOfKeys = Buffer.from(`{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":1`).join(',')}}`)
const wrongFields = Buffer.from(`{${Array.from({ length: 1_900 }, (_, i) => `"k${i}":1`).join(',')}}`)

const bodies: Attack = (target, until, note) =>
  several(8, until, async () => {
    for (const [path, body] of [
      [LISTS[0] ?? '', manyKeys],
      ['/c/login', manyKeys],
      [LISTS[1] ?? '', deep],
      [LISTS[1] ?? '', fullOfKeys],
      ['/c/login', wrongFields],
      [LISTS[1] ?? '', wrongFields],
    ] as const)
      note(await once(target, [jsonHead(path, target, body.length), body]))
  })

const streams: Attack = (target, until, note) =>
  several(40, until, async () => {
    const line = lineTo(target)
    line.write(headOf('GET', '/api/live', target, '').replace('mobileLogin', 'topics=charging.order&mobileLogin'))
    await sleep(8)
    line.resetAndDestroy()
    note('left')
  })

const lists: Attack = async (target, until, note) => {
  const body = '{"pageSize":100}'
  while (!until.aborted) {
    const all = Array.from({ length: 400 }, async (_, i) => {
      const path = LISTS[i % LISTS.length] ?? ''
      note(await once(target, [jsonHead(path, target, body.length), body]))
    })
    await Promise.all(all)
  }
}

/** A body that comes a byte a second; a few hundred of them. */
const slowBodies: Attack = (target, until, note) =>
  several(300, until, async () => {
    const line = lineTo(target)
    // Who does not read does not learn that it was cut.
    line.resume()
    line.write(jsonHead('/c/login', target, 10_000))
    const started = performance.now()
    let isOpen = true
    line.once('close', () => (isOpen = false))
    while (isOpen && !until.aborted) {
      line.write(' ')
      await sleep(1_000)
    }
    line.destroy()
    note(performance.now() - started < 20_000 ? 'cut in time' : 'lived long')
  })

/** A thousand upgrades at once, over and over: wrong keys, half of them never finished. */
const upgrades: Attack = async (target, until, note) => {
  while (!until.aborted) {
    const all = Array.from({ length: 1_000 }, async (_, i) => {
      const head = `GET /ocpp/HOSTILE-${i} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: ocpp1.6\r\nAuthorization: Basic ${Buffer.from(`HOSTILE-${i}:${randomBytes(12).toString('hex')}`).toString('base64')}\r\n`
      if (i % 2 === 0)
        return note(await once(target, [`${head}Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`]))
      const line = lineTo(target)
      line.write(head)
      await sleep(3_000)
      line.destroy()
      note('unfinished')
    })
    await Promise.all(all)
  }
}

/** Exports that are asked for and not read. */
const deafExports: Attack = (target, until, note) =>
  several(30, until, async () => {
    const line = lineTo(target)
    line.write(headOf('GET', '/api/charging/order/export', target, ''))
    line.pause()
    await sleep(4_000, undefined, { signal: until }).catch(() => undefined)
    line.destroy()
    note('deaf')
  })

/** Asks again as soon as the whole answer was taken. */
async function whole(target: Target, parts: readonly (string | Buffer)[]): Promise<string> {
  const line = lineTo(target)
  let status = '0'
  line.once('data', part => (status = /^HTTP\/1.1 (\d+)/.exec(part.toString('latin1'))?.[1] ?? '?'))
  const ended = new Promise<void>(done => line.once('close', () => done()))
  for (const part of parts) line.write(part)
  setTimeout(() => line.destroy(), 30_000).unref()
  await ended
  return status
}

const closing = (head: string): string => head.replace(/\r\n\r\n$/, '\r\nConnection: close\r\n\r\n')

/** What costs most to answer: frames to take apart, whole sheets, the description of all routes. */
const frames = `${'68A5A5A5A5A5A568'.repeat(4_000)}\n`
const dear: Attack = async (target, until, note) => {
  const parse = Buffer.from(JSON.stringify({ text: frames }))
  const asks: readonly (readonly (string | Buffer)[])[] = [
    [closing(jsonHead('/api/device/message/parse', target, parse.length)), parse],
    [
      closing(
        headOf('GET', '/api/charging/order/export', target, '').replace('mobileLogin', 'format=xlsx&mobileLogin'),
      ),
    ],
    [closing(headOf('GET', '/openapi.json', target, ''))],
  ]
  await Promise.all(
    asks.map(parts =>
      several(10, until, async () => {
        note(await whole(target, parts))
      }),
    ),
  )
}

/** Files of past sessions, each of which takes seconds to read. */
const sessionFile = Buffer.from(
  JSON.stringify({
    format: 'perth',
    zone: 'Europe/London',
    name: 'hostile',
    dryRun: true,
    text: [
      'period,row_id,cp_id,connector,start_date,start_time,end_date,end_time,total_kwh,site,model',
      ...Array.from({ length: 100_000 }, (_, i) => `1,${i},${i % 999},1,2017-08-31,22:12,,,18.27,S,T`),
    ].join('\n'),
  }),
)
const files: Attack = (target, until, note) =>
  several(4, until, async () => {
    note(
      await whole(target, [closing(jsonHead('/api/charging/importSessions', target, sessionFile.length)), sessionFile]),
    )
  })

export const ATTACKS: Readonly<Record<string, Attack>> = {
  bodies,
  streams,
  lists,
  slowBodies,
  upgrades,
  deafExports,
  dear,
  files,
}
