import { useQuery } from '@tanstack/react-query'
import { api, type PayloadValue } from '@wattyard/console-kit'

interface StoredSetting {
  readonly key: string
  readonly value: unknown
  readonly version: number
}

export const settingKey = (key: string): readonly string[] => ['platform.setting', key]

/** One setting of the tenant, read anew by each form that opens on it; null for who is not told of it. */
export function useStoredSetting(key: string) {
  return useQuery({
    queryKey: settingKey(key),
    queryFn: async ({ signal }) => {
      const { list } = await api.get<{ list: readonly StoredSetting[] }>(
        '/api/platform/setting/list',
        {},
        { signal, quiet: true, fresh: true },
      )
      return list.find(one => one.key === key) ?? null
    },
    gcTime: 0,
  })
}

/**
 * Stores a setting, always as JSON: a setting is whatever its schema says, and in a form a number would be a text and an empty
 * list an empty text. With `version` only while nobody else has changed it.
 */
export async function saveSetting(key: string, value: PayloadValue, version?: number): Promise<void> {
  await api.post('/api/platform/setting/save', { key, value, version }, { json: true })
}
