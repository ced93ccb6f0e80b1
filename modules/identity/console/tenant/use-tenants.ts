import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AnyRecord, anyResource, api, useSettled } from '@wattyard/console-kit'
import { type TenantSeen, listTenants } from '../../contract/calls/tenant.ts'
import { tenancy } from '../../contract/tenancy.ts'

/** The definition in the type of the kit's dialogs. */
export const TENANCY = anyResource(tenancy)

/** Reads the tenants that match a search. The key begins with the definition's name, so that its commands read the list again. */
export function useTenants(sought: string) {
  const q = useSettled(sought)
  return useQuery({
    queryKey: [tenancy.name, 'list', q],
    queryFn: async ({ signal }) => (await api.call(listTenants, { q }, { signal, lane: 'page', quiet: true })).list,
    placeholderData: keepPreviousData,
  })
}

/** Returns a tenant as a record whose values fill the dialogs. */
export function asRecord(one: TenantSeen): AnyRecord {
  const { limits, ...rest } = one
  return { ...rest, ...limits, version: 1, updatedAt: one.createdAt, can: [] }
}
