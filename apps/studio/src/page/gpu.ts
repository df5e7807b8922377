import { GpuPage } from './gpu/gpu-page.ts';
import { mountShell } from './shell/shell.ts';

mountShell('gpu');
new GpuPage().open(location.hash);
