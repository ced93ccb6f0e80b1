import type { ControlSlotProps } from '@wattyard/console-kit'
import { Select } from 'antd'
import { useMemo } from 'react'
import { useOffices } from '../office/use-offices.ts'
import { officeOptions } from './office-options.ts'

/** Draws the choice of an office by its full path in the tree, because several offices may have the same name. */
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
