import { invalid } from '@wattyard/server-kit'
import {
  connectorLabel,
  type ConnectorKind,
  type CurrentType,
  type EvseLayout,
  MAX_CONNECTORS,
} from '../../contract/index.ts'

/** Returns which connector numbers a pile must gain and lose so that it has `count`, numbered from 1. */
export function fitConnectors(present: readonly number[], count: number): { add: number[]; remove: number[] } {
  const wanted = Array.from({ length: count }, (_, i) => i + 1)
  return {
    add: wanted.filter(number => !present.includes(number)),
    remove: present.filter(number => number > count),
  }
}

/**
 * Checks the number of connectors per EVSE: at least one and at most the pile's count. An unknown count allows up to
 * `MAX_CONNECTORS`.
 *
 * @throws Refusal `kernel.invalid` at `connectorsPerEvse`
 */
export function mustFitEvse(connectorsPerEvse: number, connectorCount: number | null): void {
  const most = connectorCount ?? MAX_CONNECTORS
  if (connectorsPerEvse < 1) throw invalid({ connectorsPerEvse: { key: 'kernel.field.tooSmall', params: { min: 1 } } })
  if (connectorsPerEvse > most)
    throw invalid({ connectorsPerEvse: { key: 'assets.error.evseTooBig', params: { max: most } } })
}

const USUAL_KIND: Readonly<Record<CurrentType, ConnectorKind>> = {
  dc: 'dcGun',
  ac: 'acPlug',
  acdc: 'dcGun',
  wireless: 'wireless',
  other: 'other',
}

/** Returns the kind of connector for a new pile whose model does not state one. */
export function usualKind(current: CurrentType): ConnectorKind {
  return USUAL_KIND[current]
}

/** Returns the code of a connector: the pile's code, a hyphen, the connector's label. */
export function connectorCode(pileCode: string, number: number, layout: EvseLayout): string {
  return `${pileCode}-${connectorLabel(number, layout)}`
}
