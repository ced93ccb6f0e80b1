import { ComparePanel } from '@wattyard/console-kit'
import type { DraftPlan, VersionDetail } from '../../contract/index.ts'
import { readPlans } from '../api.ts'
import { ComparedPrices } from './compared-prices.tsx'

interface CompareVersionsProps {
  readonly detail: VersionDetail
  readonly plans: readonly DraftPlan[]
  readonly onClose: () => void
}

/** Draws a price version beside another one. */
export function CompareVersions({ detail, plans, onClose }: CompareVersionsProps) {
  return <ComparePanel version={detail} body={plans} load={readPlans} Show={ComparedPrices} onClose={onClose} />
}
