import { serveResource, type ServerModule } from '@wattyard/server-kit'
import { ASSET_PAGES, manufacturer } from '../contract/index.ts'
import type { AssetsPorts } from './ports.ts'
import { publicStations } from './public-stations.ts'
import { serveConnector } from './serve-connector.ts'
import { serveModel } from './serve-model.ts'
import { servePile } from './serve-pile.ts'
import { serveStation } from './serve-station.ts'
import { stationRoutes } from './station-routes.ts'

/** The module, wired to what it has to ask of others. */
export function assetsModule(ports: AssetsPorts): ServerModule {
  return {
    name: 'assets',
    pages: ASSET_PAGES,
    resources: [
      serveResource(manufacturer),
      serveModel(),
      serveStation(ports),
      servePile(ports),
      serveConnector(ports),
    ],
    routes: [...stationRoutes(ports), publicStations(ports)],
  }
}
