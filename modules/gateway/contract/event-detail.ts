import { connectorLabel, type EvseLayout } from '@wattyard/assets/contract'

/** Connectors of a pile as people call them, in order: `1, 2` or `1-1, 1-2, 2`. */
export function connectorsOnRecord(layout: EvseLayout): string {
  return Array.from({ length: layout.connectorCount }, (_, i) => connectorLabel(i + 1, layout)).join(', ')
}

/** Detail of `unknown-connector`, in no language: `#3 (1, 2)`. */
export function unknownConnector(number: number, layout: EvseLayout): string {
  return `#${connectorLabel(number, layout)} (${connectorsOnRecord(layout)})`
}

/** Detail of an event as people read it. @param say gives a sentence in their language */
export function eventDetail(
  kind: string,
  detail: string,
  say: (key: string, params: Record<string, string>) => string,
): string {
  if (kind !== 'unknown-connector') return detail
  const [, said, has] = /^#([\d-]+) \(([\d, -]*)\)$/.exec(detail) ?? []
  return said === undefined || has === undefined ? detail : say('gateway.log.unknownConnector', { said, has })
}
