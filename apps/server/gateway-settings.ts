import type { GatewaySettings } from './compose.ts'
import type { Environment } from './environment.ts'

/** Returns the gateway settings that the environment changes. */
export function gatewaySettings(env: Environment): Partial<GatewaySettings> {
  return {
    plainNetworks: env.plainPileNetworks,
    trustedProxies: env.trustProxy,
    rate: { sustained: env.pileRate, burst: Math.max(100, env.pileRate * 5) },
  }
}
