import { type ServerModule, serverModule } from '@wattyard/server-kit'
import { registry } from '../contract/registry.ts'
import { createMqttService } from './mqtt-service.ts'
import { mqttRoutes } from './mqtt-routes.ts'

export interface Devtools {
  module: ServerModule
  /** Ends connections to the broker, and the broker itself when it is embedded. */
  close(): Promise<void>
}

/**
 * Creates the pages for developers and for connecting devices.
 *
 * @param brokerUrl an MQTT broker; null for one inside this process
 */
export function createDevtools(brokerUrl: string | null): Devtools {
  const service = createMqttService(brokerUrl)
  return {
    module: serverModule(registry, { routes: mqttRoutes(service) }),
    close: () => service.close(),
  }
}
