import type { DeletionRules } from '@wattyard/server-kit'

/** Deletion rules: stations stay, because bills refer to them and an order needs its place. */
export const ASSETS_DELETION_RULES: DeletionRules = {
  assets_station: {
    do: 'pseudonymise',
    columns: { station_phone: 'null', service_phone: 'null', parking_note: 'null', guide: 'null', note: 'null' },
  },
}
