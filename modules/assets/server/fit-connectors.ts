import type { ConnectorKind, CurrentType } from '../contract/index.ts'

/** Which connector numbers a pile must gain and lose so that it has `count`, numbered from 1. */
export function fitConnectors(present: readonly number[], count: number): { add: number[]; remove: number[] } {
  const wanted = Array.from({ length: count }, (_, i) => i + 1)
  return {
    add: wanted.filter(number => !present.includes(number)),
    remove: present.filter(number => number > count),
  }
}

const USUAL_KIND: Readonly<Record<CurrentType, ConnectorKind>> = {
  dc: 'dcGun',
  ac: 'acPlug',
  acdc: 'dcGun',
  wireless: 'wireless',
  other: 'other',
}

/** The connector that a new pile has when its model does not say. */
export function usualKind(current: CurrentType): ConnectorKind {
  return USUAL_KIND[current]
}

/** Code of a connector: the pile's, a hyphen, the number. */
export function connectorCode(pileCode: string, number: number): string {
  return `${pileCode}-${number}`
}
