import { type CallInput } from '@wattyard/calls'
import { listSettings, setSetting } from '../../contract/calls/setting.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '@wattyard/console-kit'

export const settingKey = (key: string): readonly string[] => ['platform.setting', key]

/** Reads one setting of the tenant, again for each form that opens; null for people who may not read it. */
export function useStoredSetting(key: string) {
  return useQuery({
    queryKey: settingKey(key),
    queryFn: async ({ signal }) => {
      const { list } = await api.call(listSettings, {}, { signal, quiet: true, fresh: true })
      return list.find(one => one.key === key) ?? null
    },
    gcTime: 0,
  })
}

/**
 * Stores a setting, always as JSON, because in a form a number would be a text and an empty list an empty text. With `version`,
 * only while nobody else has changed it.
 */
export async function saveSetting(
  key: string,
  value: CallInput<typeof setSetting>['value'],
  version?: number,
): Promise<void> {
  await api.call(setSetting, { key, value, version }, { json: true })
}
