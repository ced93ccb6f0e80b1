import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { type PileKind } from '@wattyard/app-simulator'
import { writeOwnFile } from '@wattyard/identity/server'
import { offsetMsAt } from '@wattyard/time'
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
/**
 * How drivers come: they take as much energy by hour as in the demo's past (`ORDERS_A_DAY`), so that today compares with the days
 * before. A visitor in a still night sees some cars, too, at slow plugs.
 */
export const DRIVERS = { visitsPerDay: 1.3, leastAtStart: 3 } as const

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
        String(DRIVERS.visitsPerDay),
        '--least',
        String(DRIVERS.leastAtStart),
        '--offset',
        String(offsetMsAt(Date.now(), options.zone) / 60_000),
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
