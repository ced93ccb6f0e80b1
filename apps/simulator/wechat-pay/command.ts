import { parseArgs } from 'node:util'
import { untilStopped } from '../until-stopped.ts'
import { ANSWER_FAULTS, type FaultPlan, NOTICE_FAULTS } from './faults.ts'
import { openFolder } from './folder.ts'
import { createPacedClock } from './paced-clock.ts'
import { KEY_MODES, type KeyMode } from './platform-keys.ts'
import { type StandIn, startStandIn } from './stand-in.ts'
import { tryPayment } from './try-payment.ts'

const HELP = `A stand-in of WeChat Pay (APIv3) on this machine, with its own keys.

  node apps/simulator/main.ts wechat --folder data/wechat-pay [options]

  --folder   its keys and merchants; made when it is not there. A new folder has one merchant, whose key,
             certificate and the platform's public key lie in merchant-<mchid>/
  --port     of the API (9100)
  --control  port of the control door, where payers pay and faults are set; without it there is none
  --keep     keep all transactions in the folder, so that a restart loses nothing
  --route    origin in a notify_url and the origin of this machine that answers for it, such as
             https://pay.example.com=http://127.0.0.1:8080; may be given several times. Other machines are never called
  --mode     of a new folder's merchant: publicKey (default), or certificate for platform certificates
  --pace     how much shorter pauses between notifications are than WeChat Pay's (1)
  --seed     number of the faults that are drawn (1)
  --answers  shares of calls that go wrong, such as lost=0.05,late=0.01: ${ANSWER_FAULTS.join(', ')}
  --notices  shares of notifications that go wrong: ${NOTICE_FAULTS.join(', ')}
  --try      make one payment as the folder's first merchant, print each step, and end

docs/guide/try-a-payment.md shows a payment step by step.
`
const DEFAULT_PORT = 9_100

const OPTIONS = {
  folder: { type: 'string' },
  port: { type: 'string', default: String(DEFAULT_PORT) },
  control: { type: 'string' },
  keep: { type: 'boolean', default: false },
  route: { type: 'string', multiple: true, default: [] as string[] },
  mode: { type: 'string', default: 'publicKey' },
  pace: { type: 'string', default: '1' },
  seed: { type: 'string', default: '1' },
  answers: { type: 'string', default: '' },
  notices: { type: 'string', default: '' },
  try: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** Runs the stand-in until this process is to end. */
export async function runWechat(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  if (values.help || values.folder === undefined) {
    process.stdout.write(HELP)
    process.exitCode = values.help ? 0 : 2
    return
  }
  if (values.try) {
    await tryPayment(openFolder(values.folder, modeOf(values.mode), Date.now()), line =>
      process.stdout.write(`${line}\n`),
    )
    return
  }
  const standIn = await startByArguments(args)
  process.stdout.write(`WeChat Pay's stand-in: ${standIn.url}\n`)
  if (standIn.controlUrl !== null) process.stdout.write(`control door: ${standIn.controlUrl}\n`)
  await untilStopped()
  await standIn.stop()
}

/**
 * Starts the stand-in that arguments of the command line ask for.
 * @throws Error that names the argument or the file that is wrong
 */
export async function startByArguments(args: readonly string[]): Promise<StandIn> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  const faults: FaultPlan = {
    seed: numberOf('seed', values.seed, 0, 4_294_967_295),
    answers: sharesOf('answers', values.answers, ANSWER_FAULTS),
    notices: sharesOf('notices', values.notices, NOTICE_FAULTS),
  }
  const clock = createPacedClock({ pace: numberOf('pace', values.pace, 1, 1_000_000) })
  const routes = Object.fromEntries(values.route.map(routeOf))
  const port = numberOf('port', values.port, 0, 65_535)
  const control = values.control === undefined ? {} : { controlPort: numberOf('control', values.control, 0, 65_535) }
  const { keys, merchants, bookFile, keepKeys } = openFolder(values.folder ?? '', modeOf(values.mode), clock.now())
  const kept = values.keep ? { file: bookFile } : {}
  return await startStandIn({ keys, keepKeys, merchants, clock, faults, routes, port, ...control, ...kept })
}

function numberOf(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new Error(`--${name} is not a whole number from ${least} to ${most}`)
  return value
}

function modeOf(text: string): KeyMode {
  const mode = KEY_MODES.find(one => one === text)
  if (mode === undefined) throw new Error(`--mode is not one of ${KEY_MODES.join(', ')}`)
  return mode
}

function routeOf(text: string): readonly [string, string] {
  const [from = '', to = ''] = text.split('=')
  const isOrigin = (origin: string) => URL.parse(origin)?.origin === origin
  if (!isOrigin(from) || !isOrigin(to)) throw new Error('--route is not <origin>=<origin>')
  return [from, to]
}

function sharesOf<F extends string>(name: string, text: string, faults: readonly F[]): Partial<Record<F, number>> {
  const pairs = text.split(',').filter(pair => pair !== '')
  return Object.fromEntries(
    pairs.map(pair => {
      const [fault = '', share = ''] = pair.split('=')
      if (!faults.some(one => one === fault)) throw new Error(`--${name}: ${fault} is not one of ${faults.join(', ')}`)
      if (!/^(0(\.\d+)?|1)$/.test(share)) throw new Error(`--${name}: the share of ${fault} is not 0 to 1`)
      return [fault, Number(share)]
    }),
  ) as Partial<Record<F, number>> // every key was found among the faults
}
