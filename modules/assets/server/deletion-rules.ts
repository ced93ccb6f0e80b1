import type { DeletionRules } from '@wattyard/server-kit'

/** Stations stay: bills are theirs, and an order without a place explains nothing. */
export const ASSETS_DELETION_RULES: DeletionRules = {
  assets_station: {
    do: 'pseudonymise',
    columns: { station_phone: 'null', service_phone: 'null', parking_note: 'null', guide: 'null', note: 'null' },
  },
}
