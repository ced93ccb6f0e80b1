import {
  AppstoreOutlined,
  CarOutlined,
  CloudServerOutlined,
  ControlOutlined,
  DashboardOutlined,
  DeploymentUnitOutlined,
  HddOutlined,
  LockOutlined,
  RadarChartOutlined,
  SunOutlined,
  ThunderboltOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

const ICONS: Readonly<Record<string, ComponentType<{ 'aria-hidden': true }>>> = {
  pile: ThunderboltOutlined,
  pileAc: CarOutlined,
  bike: CarOutlined,
  lock: LockOutlined,
  meter: DashboardOutlined,
  transformer: DeploymentUnitOutlined,
  battery: HddOutlined,
  solar: SunOutlined,
  camera: VideoCameraOutlined,
  gateway: CloudServerOutlined,
  sensor: RadarChartOutlined,
  switch: ControlOutlined,
}

/** Draws the icon of a device type, as decoration beside its name. */
export function TypeIcon({ name }: { name: string }) {
  const Icon = ICONS[name] ?? AppstoreOutlined
  return <Icon aria-hidden={true} />
}
