import { createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import { createServer, request as requestHttp } from 'node:http'
import { fen } from '@wattyard/money'
import type { SerialKey } from '@wattyard/pay-frame'
import { addDays, DAY_MS, HOUR_MS, instantAt, localDayOf, MINUTE_MS, SECOND_MS } from '@wattyard/time'
import {
  ACCEPTED_STATUS,
  type Answer,
  type Call,
  type CallName,
  type HttpCall,
  openCertificates,
  openNotification,
  readAnswer,
  signRequest,
  verifyBody,
  writeCall,
} from '@wattyard/wechat-pay'
import { CHINA } from './desk.ts'
import type { StandInFolder } from './folder.ts'
import { readBody } from './http-body.ts'
import type { MerchantText } from './merchants.ts'
import { createPacedClock } from './paced-clock.ts'
import { actAsPayer } from './orders.ts'
import { type StandIn, startStandIn } from './stand-in.ts'

const ORIGIN = 'https://pay.example.com'
const TOTAL = fen(5_000n)
const BACK = fen(1_234n)
/** Minute of the day: payment and refund fall on one day. It is that of tomorrow, when new certificates are valid. */
const NOON = 720

/**
 * Makes one payment as the folder's first merchant, over real HTTP and with a clock that it moves, and prints each step: created,
 * paid, notified, refunded, and the bill of its day. Nothing of it is kept.
 */
export async function tryPayment(folder: StandInFolder, print: (line: string) => void): Promise<void> {
  const [merchant] = folder.merchants
  if (merchant === undefined) throw new Error('the folder has no merchant')
  const clock = createPacedClock({ stoppedAt: instantAt(addDays(localDayOf(Date.now(), CHINA), 1), NOON, CHINA) })
  const heard: string[] = []
  let keys: readonly SerialKey[] = []
  const shop = createServer((request, response) => {
    void readBody(request).then(body => {
      verifyBody(request.headers, body ?? '', keys, clock.now())
      heard.push(show(openNotification(body ?? '', merchant.apiV3Key)))
      response.writeHead(ACCEPTED_STATUS).end()
    })
  })
  await new Promise<void>(resolve => shop.listen(0, '127.0.0.1', resolve))
  const address = shop.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const routes = { [ORIGIN]: `http://127.0.0.1:${port}` }
  const standIn = await startStandIn({ keys: folder.keys, merchants: folder.merchants, clock, routes })
  try {
    const client = createClient(standIn, merchant, createPrivateKey(folder.readMerchantKey(merchant.mchid)))
    keys = await client.fetchKeys()
    await pay(standIn, client, merchant, heard, print)
  } finally {
    await standIn.stop()
    await new Promise(resolve => shop.close(resolve))
  }
}

async function pay(
  standIn: StandIn,
  client: Client,
  { mchid, appids: [appid = ''] }: MerchantText,
  heard: string[],
  print: (line: string) => void,
): Promise<void> {
  const { clock, book } = standIn
  const say = (step: string, value: unknown) => print(`${step}\n  ${typeof value === 'string' ? value : show(value)}`)
  const hear = async (ms: number) => {
    await clock.advance(ms)
    for (const one of heard.splice(0)) say('The channel notifies', one)
  }
  const day = localDayOf(clock.now(), CHINA)
  const out_trade_no = `TRY${clock.now()}`
  const named = { out_trade_no, mchid }
  const notify_url = `${ORIGIN}/notify`
  const amount = { total: TOTAL, currency: 'CNY' as const }
  const asked = { ...named, appid, description: '充电预付款', notify_url, amount, payer: { openid: 'oTryPayer' } }
  const created = await client.call('createJsapi', asked)
  say('An order of 50.00 is created', created)
  const order = book.order(mchid, out_trade_no)
  const obstacle = order === undefined ? 'unknown' : actAsPayer(standIn.desk, order, created.prepay_id, 'pays')
  say('Its payer pays', obstacle ?? 'done')
  await hear(2 * SECOND_MS)
  say('A query answers', await client.call('queryByOutTradeNo', named))
  const part = { refund: BACK, total: TOTAL, currency: 'CNY' as const }
  say(
    '12.34 of it is given back',
    await client.call('refund', { out_trade_no, out_refund_no: `${out_trade_no}R`, notify_url, amount: part }),
  )
  await hear(2 * MINUTE_MS)
  await clock.advance(DAY_MS + 10 * HOUR_MS)
  const bill = await client.call('tradeBill', { bill_date: day })
  say('The trade bill of the day', bill.download_url)
  const file = await client.send({ method: 'GET', path: bill.download_url.slice(standIn.url.length), body: '' })
  print(file.body.toString('utf8').replaceAll('\r', '').trimEnd().replace(/^/gm, '  '))
}

const show = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? Number(part) : part))

interface Client {
  send(call: HttpCall): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>
  call<N extends CallName>(name: N, call: Call<N>): Promise<Answer<N>>
  fetchKeys(): Promise<readonly SerialKey[]>
}

function createClient(standIn: StandIn, merchant: MerchantText, key: KeyObject): Client {
  const { url, clock } = standIn
  const [{ serial } = { serial: '' }] = merchant.certificates
  const { id, pem } = standIn.keys.publicKey()
  let keys: readonly SerialKey[] = [{ serial: id, key: createPublicKey(pem), validity: null }]
  const client: Client = {
    send: call => {
      const own = { mchid: merchant.mchid, serial, key }
      const headers = {
        Authorization: signRequest(call, own, { at: clock.now(), nonce: randomBytes(16).toString('hex') }),
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'User-Agent': 'wattyard-simulator',
      }
      return new Promise((resolve, reject) => {
        const sending = requestHttp(`${url}${call.path}`, { method: call.method, headers }, answer => {
          readBody(answer).then(
            body => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: body ?? Buffer.of() }),
            reject,
          )
        })
        sending.on('error', reject)
        sending.end(call.body)
      })
    },
    call: async (name, asked) => {
      const { status, headers, body } = await client.send(writeCall(name, asked))
      verifyBody(headers, body, keys, clock.now())
      if (status >= 300) throw new Error(`${name}: ${status} ${body.toString()}`)
      return readAnswer(name, body)
    },
    fetchKeys: async () => {
      if (merchant.mode === 'publicKey') return keys
      const { body } = await client.send(writeCall('certificates', {}))
      keys = openCertificates(readAnswer('certificates', body), merchant.apiV3Key)
      return keys
    },
  }
  return client
}
