import { type ServerModule, serverModule } from '@wattyard/server-kit'
import { TENANT_CREATED } from '@wattyard/identity/contract'
import { registry } from '../contract/registry.ts'
import type { AssetsPorts } from './ports.ts'
import { publicStations } from './station/public-stations.ts'
import { seedDeviceTypes, serveDeviceType } from './catalogue/serve-device-type.ts'
import { serveConnector } from './pile/serve-connector.ts'
import { serveManufacturer } from './catalogue/serve-manufacturer.ts'
import { serveModel } from './catalogue/serve-model.ts'
import { servePile } from './pile/serve-pile.ts'
import { serveReportedDevice } from './pile/serve-reported-device.ts'
import { serveStation } from './station/serve-station.ts'
import { groundRoute, serveMapPack } from './map/serve-map-pack.ts'
import { bindCompany } from './station/bind-stations.ts'
import { checkWithPiles, createWithPiles } from './station/create-with-piles.ts'
import { stationLists } from './station/station-lists.ts'
import { stationRoutes } from './station/station-routes.ts'
import { ASSETS_DELETION_RULES } from './deletion-rules.ts'

/** Returns the module wired to its ports. */
export function assetsModule(ports: AssetsPorts): ServerModule {
  return serverModule(registry, {
    tenantDeletion: ASSETS_DELETION_RULES,
    served: [
      serveDeviceType(),
      serveManufacturer(),
      serveModel(ports),
      serveReportedDevice(ports),
      serveMapPack(),
      serveStation(ports),
      servePile(ports),
      serveConnector(ports),
    ],
    handles: { [TENANT_CREATED]: (tx, { tenantId }) => seedDeviceTypes(tx, tenantId) },
    routes: [...stationRoutes(ports), publicStations(ports), groundRoute()],
    routesOver: index => [
      ...stationLists(index),
      bindCompany(ports, index),
      createWithPiles(index),
      checkWithPiles(index),
    ],
  })
}
