import { veilSecrets } from '@wattyard/ocpp-frame'
import { type Job, type LiveBus, type ServerModule, serverModule } from '@wattyard/server-kit'
import { SHOWN_CONNECTOR_STATES } from '@wattyard/assets/contract'
import { registry } from '../contract/registry.ts'
import { expireCommands } from './command/command-store.ts'
import type { Gateway } from './create-gateway.ts'
import { forgetFrames } from './forget-frames.ts'
import { GATEWAY_MESSAGES } from './offline/messages.ts'
import { offlineBeat } from './offline/emit-offline.ts'
import { deviceLogRoutes } from './log/device-log-routes.ts'
import { forgetEvents } from './retention.ts'
import { serveCommand } from './resource/serve-command.ts'
import { serveCredential } from './resource/serve-credential.ts'
import { serveEvent } from './resource/serve-event.ts'
import { servePendingPile } from './resource/serve-pending-pile.ts'
import { forgetReadings } from './points/forget-readings.ts'
import { installationNetworks } from './points/outbound.ts'
import { createPoller, pollerBeat } from './points/poller.ts'
import { servePointMap } from './points/serve-point-map.ts'
import { servePointSource } from './points/serve-point-source.ts'
import { deviceRoutes } from './route/device-routes.ts'
import { faultRoute } from './route/fault-route.ts'
import { firstKeyRoutes } from './route/first-key-routes.ts'
import { rotateRoute, type RotateWorld } from './route/rotate-route.ts'
import { secretRoute } from './route/secret-route.ts'
import { pointRoutes } from './route/point-routes.ts'
import { GATEWAY_DELETION_RULES } from './deletion-rules.ts'
import { gatewayDeletionBlockers } from './deletion-blockers.ts'

const DAY_MS = 86_400_000
/** Days that raw messages which no session refers to are kept: half a year (trust R-69). */
export const FRAME_KEEP_DAYS = 180

export interface GatewayModuleOptions {
  /** Prefix of the QR codes of a new pile's connectors. */
  qrPrefix: string
  /** Asks the caller to confirm their password. */
  confirmPassword: RotateWorld['confirmPassword']
  /** Address at which piles reach the gateway, such as `wss://piles.example`; that of the console when absent. */
  pileAddress?: string | null
  /** Days that raw messages are kept. */
  frameKeepDays?: number
  /** Networks in which the gateway may read devices, as CIDR; none when absent. */
  pointNetworks?: readonly string[]
  /** Where readings are published for screens; not published when absent. */
  live?: LiveBus
  log?: { warn(detail: object, message: string): void }
  now?: () => number
}

/** Resources, routes and jobs around a gateway; the gateway itself may run in another process. */
export function gatewayModule(gateway: Gateway, options: GatewayModuleOptions): ServerModule {
  const keepMs = (options.frameKeepDays ?? FRAME_KEEP_DAYS) * DAY_MS
  const { pointNetworks: installationTexts = [], live } = options
  const installation = installationNetworks(installationTexts)
  const poller = createPoller({
    live,
    installation,
    log: options.log ?? { warn: () => {} },
    ...(options.now ? { now: options.now } : {}),
  })
  const jobs: Job[] = [
    offlineBeat,
    pollerBeat(poller),
    {
      name: 'gateway.forgetReadings',
      cron: '25 * * * *',
      run: async ({ db, now, signal }) => `readings: ${await forgetReadings(db, now, signal)}`,
    },
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
  return serverModule(registry, {
    tenantDeletion: GATEWAY_DELETION_RULES,
    deletionBlockers: gatewayDeletionBlockers,
    releaseTenant: tenantId => gateway.dismissTenant(tenantId),
    states: [
      {
        name: 'gateway.connector.state',
        codes: SHOWN_CONNECTOR_STATES,
        shownOn: ['/device/deviceView', '/device/devicePole'],
      },
    ],
    served: [
      serveCredential(gateway),
      servePendingPile(gateway, options.qrPrefix),
      serveCommand(gateway),
      serveEvent(gateway),
      servePointMap(live),
      servePointSource(),
    ],
    routes: [
      rotateRoute({ gateway, confirmPassword: options.confirmPassword, now: options.now ?? Date.now }),
      secretRoute({ gateway, confirmPassword: options.confirmPassword }),
      ...firstKeyRoutes({
        gateway,
        confirmPassword: options.confirmPassword,
        pileAddress: options.pileAddress ?? null,
        now: options.now ?? Date.now,
      }),
      ...deviceRoutes(gateway),
      faultRoute(options.now ?? Date.now),
      ...pointRoutes({ poller, installation, installationTexts }),
    ],
    messages: GATEWAY_MESSAGES,
    withoutSecrets: veilSecrets,
    routesOver: deviceLogRoutes,
    jobs,
  })
}
