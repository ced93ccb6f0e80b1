/** Where a value stands in a file and how it is written. Data only: a new format is a new entry. */
export interface SessionFormat {
  /** Word on the command line: `--format perth`. */
  readonly id: string
  /** Columns that must be there; the header is matched by name, never by position. */
  readonly columns: readonly string[]
  /** Parts joined by a blank, then read with `instant`. */
  readonly start: readonly string[]
  readonly end: readonly string[]
  /** Date format of `parseLocalInstant`; with an offset token the stated zone is not used. */
  readonly instant: string
  readonly energy: { readonly column: string; readonly unit: 'kWh' | 'Wh'; readonly decimal: '.' | ',' }
  /** Columns whose values together name a session in its source. */
  readonly key: readonly string[]
  readonly station: string
  readonly connector: string | null
  readonly site: string | null
  readonly model: string | null
  readonly user: string | null
  readonly price: { readonly column: string; readonly currency: string } | null
  readonly soc: { readonly start: string; readonly end: string } | null
  /** A duration the file states itself, to be held against end − start. */
  readonly duration: { readonly column: string; readonly unit: 's' | 'h'; readonly decimal: '.' | ',' } | null
}

/**
 * Session files of other systems in their own formats. Sources: the public session sets of SAP Labs
 * France (2017–2020), Perth & Kinross Council (2016–2019) and a Norwegian residential garage study (2018–2020).
 */
export const SESSION_FORMATS: readonly SessionFormat[] = [
  {
    id: 'sap-labs',
    columns: ['transaction_id', 'station_id', 'connector', 'start', 'end', 'energy_wh'],
    start: ['start'],
    end: ['end'],
    instant: 'YYYY-MM-DDTHH:mm:ssZ',
    energy: { column: 'energy_wh', unit: 'Wh', decimal: '.' },
    key: ['transaction_id'],
    station: 'station_id',
    connector: 'connector',
    site: 'place_type',
    model: null,
    user: null,
    price: { column: 'price_total', currency: 'currency' },
    soc: { start: 'soc_start_pct', end: 'soc_end_pct' },
    duration: { column: 'duration_s', unit: 's', decimal: '.' },
  },
  {
    id: 'perth',
    columns: [
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
    energy: { column: 'total_kwh', unit: 'kWh', decimal: '.' },
    key: ['period', 'row_id'],
    station: 'cp_id',
    connector: 'connector',
    site: 'site',
    model: 'model',
    user: null,
    price: null,
    soc: null,
    duration: null,
  },
  {
    id: 'norway',
    columns: ['session_ID', 'Garage_ID', 'User_ID', 'Start_plugin', 'End_plugout', 'El_kWh', 'Duration_hours'],
    start: ['Start_plugin'],
    end: ['End_plugout'],
    instant: 'DD.MM.YYYY HH:mm',
    energy: { column: 'El_kWh', unit: 'kWh', decimal: ',' },
    key: ['session_ID'],
    // A residential garage names no charger; the resident's own place stands for it.
    station: 'User_ID',
    connector: null,
    site: 'Garage_ID',
    model: null,
    user: 'User_ID',
    price: null,
    soc: null,
    duration: { column: 'Duration_hours', unit: 'h', decimal: ',' },
  },
]

export function sessionFormat(id: string): SessionFormat | undefined {
  return SESSION_FORMATS.find(format => format.id === id)
}
