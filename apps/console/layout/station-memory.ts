/** Ids of the stations that a person marked, and of those chosen last, newest first. */
export interface StationMemory {
  readonly favourites: readonly string[]
  readonly recent: readonly string[]
}

export const NO_STATIONS: StationMemory = { favourites: [], recent: [] }
const MAX_FAVOURITES = 30
const MAX_RECENT = 6

export function withChosen(memory: StationMemory, id: string | null): StationMemory {
  if (id === null) return memory
  return { ...memory, recent: [id, ...memory.recent.filter(one => one !== id)].slice(0, MAX_RECENT) }
}

/** Marks a station or removes its mark; beyond the limit, the oldest mark is dropped. */
export function withMark(memory: StationMemory, id: string): StationMemory {
  const { favourites } = memory
  const next = favourites.includes(id)
    ? favourites.filter(one => one !== id)
    : [...favourites, id].slice(-MAX_FAVOURITES)
  return { ...memory, favourites: next }
}

/** Returns the storage key; people who share a browser have separate marks. */
export const memoryKey = (userId: string): string => `wattyard.stations.${userId}`

export function readMemory(text: string | null): StationMemory {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (stored === null || typeof stored !== 'object') return NO_STATIONS
    const ids = (key: 'favourites' | 'recent', most: number): string[] => {
      const list = (stored as Partial<Record<string, unknown>>)[key] // an object, see above
      return Array.isArray(list) ? [...new Set(list.filter(one => typeof one === 'string'))].slice(0, most) : []
    }
    return { favourites: ids('favourites', MAX_FAVOURITES), recent: ids('recent', MAX_RECENT) }
  } catch {
    return NO_STATIONS
  }
}
