import { sessionMapping, type FileMapping } from '../../contract/calls/import.ts'

/**
 * Built-in mappings for session files of other systems. Sources: the public session sets of SAP Labs France (2017–2020), Perth &
 * Kinross Council (2016–2019) and a Norwegian residential garage study (2018–2020).
 */
export const SESSION_FORMATS: readonly (FileMapping & { readonly required: string[] })[] = [
  {
    id: 'sap-labs',
    required: ['transaction_id', 'station_id', 'connector', 'start', 'end', 'energy_wh'],
    start: ['start'],
    end: ['end'],
    instant: 'YYYY-MM-DDTHH:mm:ssZ',
    energy: { column: 'energy_wh', unit: 'Wh' },
    key: ['transaction_id'],
    station: { column: 'station_id' },
    connector: { column: 'connector' },
    site: { column: 'place_type' },
    price: { column: 'price_total', currency: { column: 'currency', constant: 'EUR' } },
    soc: { start: 'soc_start_pct', end: 'soc_end_pct' },
    duration: { column: 'duration_s', unit: 's' },
  },
  {
    id: 'perth',
    required: [
      'period',
      'row_id',
      'cp_id',
      'connector',
      'start_date',
      'start_time',
      'end_date',
      'end_time',
      'total_kwh',
      'site',
      'model',
    ],
    start: ['start_date', 'start_time'],
    end: ['end_date', 'end_time'],
    instant: 'YYYY-MM-DD HH:mm',
    energy: { column: 'total_kwh', unit: 'kWh' },
    key: ['period', 'row_id'],
    station: { column: 'cp_id' },
    connector: { column: 'connector' },
    site: { column: 'site' },
    model: { column: 'model' },
  },
  {
    id: 'norway',
    required: ['session_ID', 'Garage_ID', 'User_ID', 'Start_plugin', 'End_plugout', 'El_kWh', 'Duration_hours'],
    start: ['Start_plugin'],
    end: ['End_plugout'],
    instant: 'DD.MM.YYYY HH:mm',
    energy: { column: 'El_kWh', unit: 'kWh', decimal: ',' },
    key: ['session_ID'],
    // A residential garage has no charger names, so the resident's place is used.
    station: { column: 'User_ID' },
    site: { column: 'Garage_ID' },
    user: { column: 'User_ID' },
    duration: { column: 'Duration_hours', unit: 'h', decimal: ',' },
  },
].map(({ required, ...one }) => ({ ...sessionMapping.parse(one), required }))

export function sessionFormat(id: string): FileMapping | undefined {
  return SESSION_FORMATS.find(format => format.id === id)
}
