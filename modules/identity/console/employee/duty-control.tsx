import { useQuery } from '@tanstack/react-query'
import { api, type ControlSlotProps, useWords } from '@wattyard/console-kit'
import { Select } from 'antd'
import { useEffect, useRef } from 'react'
import { listDutiesOfOffice } from '../../contract/calls/person.ts'

/** Draws the choice of a duty of the office that is chosen in the same form; a change of the office clears it. */
export function DutyControl({ id, value, onChange, values, disabled, invalid, describedBy }: ControlSlotProps) {
  const { t } = useWords()
  const officeId = typeof values.office === 'string' && values.office !== '' ? values.office : null
  const duties = useQuery({
    queryKey: ['identity.duty', 'of', officeId],
    queryFn: async ({ signal }) =>
      (await api.call(listDutiesOfOffice, { officeid: officeId ?? '' }, { signal, quiet: true })).list,
    enabled: officeId !== null,
  })
  const before = useRef(officeId)
  useEffect(() => {
    if (before.current === officeId) return
    before.current = officeId
    onChange(null)
  }, [officeId, onChange])
  return (
    <Select
      id={id}
      disabled={disabled || officeId === null}
      {...(invalid ? { status: 'error' as const } : {})}
      aria-describedby={describedBy}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(next: string | null | undefined) => onChange(next ?? null)}
      allowClear
      loading={duties.isFetching}
      placeholder={officeId === null ? t('identity.employee.officeFirst') : undefined}
      notFoundContent={duties.isFetching ? t('kit.loading') : t('identity.employee.noDuties')}
      options={(duties.data ?? []).map(({ id: one, label }) => ({ value: one, label }))}
      showSearch={{ optionFilterProp: 'label' }}
    />
  )
}
