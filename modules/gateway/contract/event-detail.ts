import { connectorLabel, type EvseLayout } from '@wattyard/assets/contract'

/** Returns the labels of a pile's connectors in order: `1, 2` or `1-1, 1-2, 2`. */
export function connectorsOnRecord(layout: EvseLayout): string {
  return Array.from({ length: layout.connectorCount }, (_, i) => connectorLabel(i + 1, layout)).join(', ')
}

/** Returns the detail of `unknown-connector` in a language-neutral form: `#3 (1, 2)`. */
export function unknownConnector(number: number, layout: EvseLayout): string {
  return `#${connectorLabel(number, layout)} (${connectorsOnRecord(layout)})`
}

/**
 * Returns the detail of an event for people.
 * @param say returns a text in the reader's language
 */
export function eventDetail(
  kind: string,
  detail: string,
  say: (key: string, params: Record<string, string>) => string,
): string {
  if (kind !== 'unknown-connector') return detail
  const [, said, has] = /^#([\d-]+) \(([\d, -]*)\)$/.exec(detail) ?? []
  return said === undefined || has === undefined ? detail : say('gateway.log.unknownConnector', { said, has })
}
