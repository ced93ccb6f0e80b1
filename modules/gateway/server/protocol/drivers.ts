import type { PileProtocol } from '@wattyard/assets/contract'
import type { OcppVersion } from '@wattyard/ocpp-frame'
import { compileSchemas as compile16 } from '@wattyard/ocpp16'
import { compileSchemas as compile201 } from '@wattyard/ocpp201'
import type { Driver } from './driver.ts'
import { ocpp16Driver } from './ocpp16-driver.ts'
import { ocpp201Driver } from './ocpp201-driver.ts'

export const DRIVERS: Readonly<Record<OcppVersion, Driver>> = { 'ocpp1.6': ocpp16Driver, 'ocpp2.0.1': ocpp201Driver }

/** OCPP version by the assets module's word for a pile's protocol. */
export const VERSIONS: Readonly<Record<PileProtocol, OcppVersion>> = { ocpp16: 'ocpp1.6', ocpp201: 'ocpp2.0.1' }

export function isSpoken(protocol: string): protocol is OcppVersion {
  return Object.hasOwn(DRIVERS, protocol)
}

/** Compiles the schemas of common messages, so that no pile waits for them. */
export function warmDrivers(): void {
  compile16([
    'BootNotification',
    'StatusNotification',
    'Heartbeat',
    'Authorize',
    'StartTransaction',
    'MeterValues',
    'StopTransaction',
  ])
  compile201(['BootNotification', 'StatusNotification', 'Heartbeat', 'Authorize', 'TransactionEvent', 'MeterValues'])
}
