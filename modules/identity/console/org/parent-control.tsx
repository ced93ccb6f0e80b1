import type { ControlSlotProps } from '@wattyard/console-kit'
import { Select } from 'antd'
import { useMemo } from 'react'
import { useOffices } from '../office/use-offices.ts'
import { officeOptions } from './office-options.ts'

/** Picks an office by its whole way down the tree; its name alone may be that of several. */
export function ParentControl({ id, value, onChange, disabled, invalid, describedBy }: ControlSlotProps) {
  const offices = useOffices()
  const options = useMemo(() => officeOptions(offices.data ?? []), [offices.data])
  return (
    <Select
      id={id}
      disabled={disabled}
      {...(invalid ? { status: 'error' as const } : {})}
      aria-describedby={describedBy}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={next => onChange(next ?? null)}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={offices.isPending}
      options={options}
    />
  )
}
