% DASHPOT  Contact-force laws for impacts, granular chains and loose joints.
%   dashpot(command, ...) is a MEX file; this page stands beside it for "help dashpot".
%   dashpot('help') shows all commands.
%
%   c = dashpot('contact', 'flores', 'restitution', 0.8, 'modulus', 114e9, 'radius', 5e-3);
%   F = dashpot('force', c, 5e-6, 0.2, 'approach', 0.3)
%   r = dashpot('impacts', c, 0.1, linspace(0.1, 2, 50));
%   s = dashpot('run', 'scenario.yaml'); plot(s.tables.series.time, s.tables.series.force)
function varargout = dashpot(varargin)
    error('dashpot:input', 'there is no dashpot.mex beside dashpot.m; run make octave');
end
