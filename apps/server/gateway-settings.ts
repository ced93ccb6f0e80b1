import type { GatewaySettings } from './compose.ts'
import type { Environment } from './environment.ts'

/** What the environment changes of the gateway's own settings. */
export function gatewaySettings(env: Environment): Partial<GatewaySettings> {
  return {
    plainNetworks: env.plainPileNetworks,
    trustedProxies: env.trustProxy,
    rate: { sustained: env.pileRate, burst: Math.max(100, env.pileRate * 5) },
  }
}
