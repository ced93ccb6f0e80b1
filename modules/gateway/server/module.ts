import type { Job, ServerModule } from '@wattyard/server-kit'
import { GATEWAY_PAGES } from '../contract/index.ts'
import { expireCommands } from './command/command-store.ts'
import type { Gateway } from './create-gateway.ts'
import { forgetFrames } from './forget-frames.ts'
import { forgetEvents } from './retention.ts'
import { serveCommand } from './resource/serve-command.ts'
import { serveCredential } from './resource/serve-credential.ts'
import { serveEvent } from './resource/serve-event.ts'
import { servePendingPile } from './resource/serve-pending-pile.ts'
import { deviceRoutes } from './route/device-routes.ts'

const DAY_MS = 86_400_000
/** Raw messages that no session refers to are kept for half a year (trust R-69). */
export const FRAME_KEEP_DAYS = 180

export interface GatewayModuleOptions {
  /** What the QR codes of a new pile's connectors begin with. */
  qrPrefix: string
  /** Days that raw messages are kept. */
  frameKeepDays?: number
}

/** Resources, routes and jobs around a gateway; the gateway itself may run in another process. */
export function gatewayModule(gateway: Gateway, options: GatewayModuleOptions): ServerModule {
  const keepMs = (options.frameKeepDays ?? FRAME_KEEP_DAYS) * DAY_MS
  const jobs: Job[] = [
    {
      name: 'gateway.expireCommands',
      cron: '* * * * *',
      run: async ({ db }) => `commands: ${await db.platform(tx => expireCommands(tx, false))}`,
    },
    {
      name: 'gateway.forgetFrames',
      cron: '10 * * * *',
      run: async ({ db, now, signal }) => `frames: ${await forgetFrames(db, now - keepMs, signal)}`,
    },
    {
      name: 'gateway.forgetEvents',
      cron: '20 * * * *',
      run: async ({ db, now, signal }) => `events: ${await forgetEvents(db, now, signal)}`,
    },
  ]
  return {
    name: 'gateway',
    pages: GATEWAY_PAGES,
    resources: [
      serveCredential(gateway),
      servePendingPile(gateway, options.qrPrefix),
      serveCommand(gateway),
      serveEvent(gateway),
    ],
    routes: deviceRoutes(gateway),
    jobs,
  }
}
