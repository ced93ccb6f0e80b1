import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { HOUR_WEIGHTS, type PileKind } from '@wattyard/app-simulator'
import { writeOwnFile } from '@wattyard/identity/server'
import { localMinuteOf } from '@wattyard/time'
import type { Logger } from 'pino'
import { ROOT } from '../root.ts'

export interface FleetMember {
  identity: string
  stationKey: string
  kind: PileKind
  power_w: number
  connectors: number
  connectorsPerEvse: number
  version: 'ocpp1.6' | 'ocpp2.0.1'
  register_wh: number
  /** No driver comes to this pile. */
  idle: boolean
  /** What it says of its manufacturer and model. */
  vendor?: string
  model?: string
  /** State of its first connector at the start. */
  begins?: 'fault' | 'reserved'
}

export interface DemoFleet {
  stop(): Promise<void>
}

const RESTART_MS = 5_000
/** Cars per connector and day, as in the demo's past (`ORDERS_A_DAY`), so that today compares with the days before. */
const VISITS = 1.4
/** Length of a visit in hours, on average over both kinds of piles. */
const HOURS_A_VISIT = 1
/** Least share of the connectors in use at the start, so that a visitor at night sees power, too. */
const LEAST_BUSY = 0.15

/** Returns the share of the connectors that are in use on average at an instant, in the stations' zone. */
export function busyAt(now: number, zone: string): number {
  const hour = Math.floor(localMinuteOf(now, zone) / 60) % 24
  return Math.max(LEAST_BUSY, (VISITS * (HOUR_WEIGHTS[hour] ?? 1) * HOURS_A_VISIT) / 24)
}

/**
 * Starts the demo's piles in a process of their own. They connect by sockets like any other client and know nothing of the
 * product's inside. Their keys are in a file that only the owner can read.
 */
export function startDemoFleet(options: {
  url: string
  folder: string
  piles: readonly FleetMember[]
  tags: readonly string[]
  /** Of the stations, for the hour of the day. */
  zone: string
  log: Logger
}): DemoFleet {
  const file = join(options.folder, 'demo-fleet.json')
  writeOwnFile(file, JSON.stringify({ piles: options.piles, tags: options.tags }))
  let child: ChildProcess | null = null
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const start = () => {
    child = spawn(
      process.execPath,
      [
        'apps/simulator/main.ts',
        '--url',
        options.url,
        '--piles',
        file,
        '--interval',
        // A short interval, so that a first visitor sees power values and not only occupied plugs.
        '5',
        '--visits',
        String(VISITS),
        '--busy',
        String(busyAt(Date.now(), options.zone)),
        '--seed',
        '8',
      ],
      {
        cwd: ROOT,
        // The channel closes when this process ends in any way, and the piles end with it.
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        // A terminal's Ctrl-C must reach only the product, which stops its piles itself.
        detached: true,
      },
    )
    child.stderr?.on('data', (text: Buffer) => options.log.warn({ fleet: text.toString().slice(0, 500) }, 'demo fleet'))
    child.once('exit', code => {
      if (stopped) return
      options.log.warn({ code }, 'the demo fleet ended; starting it again')
      timer = setTimeout(start, RESTART_MS)
    })
  }
  start()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      // A process ended by a signal has no exit code.
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise<void>(done => child?.once('exit', () => done()))
      child.kill('SIGTERM')
      await gone
    },
  }
}
